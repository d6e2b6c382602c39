/* Following a plan: see explore.h. The order of the two accesses is meeting.c's, who decides after them
 * steps.c's, how long it may take patience.c's. Here they are tied to the scheduler. */
#include "runtime/explore/explore.h"
#include "runtime/defect.h"
#include "runtime/end.h"
#include "runtime/explore/assumed.h"
#include "runtime/explore/checkpoint_server.h"
#include "runtime/explore/course.h"
#include "runtime/explore/inversion.h"
#include "runtime/explore/current_plan.h"
#include "runtime/explore/dragged.h"
#include "runtime/explore/first_access.h"
#include "runtime/explore/meeting.h"
#include "runtime/explore/patience.h"
#include "runtime/explore/proof.h"
#include "runtime/explore/recur.h"
#include "runtime/explore/region.h"
#include "runtime/explore/search.h"
#include "runtime/explore/steps.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/world/answers.h"
#include "runtime/sched/internal.h"
#include "runtime/sched/recorded.h"
#include "runtime/shadow/shadow.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/sync/children.h"
#include "runtime/syscall/signals.h"
#include "runtime/outcome_write.h"
#include "runtime/weak/weak.h"

static struct {
  struct omrt_meeting meeting;
  struct omrt_patience patience;
  struct omrt_waitq queue; /* threads that are held */
  struct omen_watch where; /* what the two race on; on another schedule it may be elsewhere in the heap */
  uint64_t repeats;        /* accesses by the name of the held one that came before it */
  uint64_t others;         /* of an exact constraint: by the name of the awaited one */
  uint64_t bystanders; /* conflicting accesses that came by while the thread was held: not the awaited one */
  bool missed;         /* of several constraints one before this one did not meet */
  bool already;        /* an awaited event came before anybody was held for it */
  bool turned;         /* whoever stands on the brink was asked once more, whose turn it is */
} now;

/* ---- what the meeting does to threads ---- */

/* If nobody else could go on, it was asked nothing (sched.c, turns). */
static void act_hold(void) {
  uint64_t course = omrt_course();
  omrt_wait(&now.queue, OMRT_WAIT_HELD, (void *)now.where.addr, OMRT_NEVER, false);
  if (course == omrt_course() && omrt_cur->turns) omrt_cur->turns--;
}

static void act_turn(void) {
  now.turned = true;
  omrt_turn_point();
}

static void act_wake(int thread) { omrt_wake(omrt_fiber_by_id(thread)); }

static void act_stop_early(bool on) {
  omrt_stop_due = on;
  omrt_watch_everything(on);
  __omen_hot.opaque = (__omen_hot.opaque & ~OMEN_OPAQUE_DUE) | (on || omrt_weak_on ? OMEN_OPAQUE_DUE : 0);
}

static void act_tell(int which) {
  if (omrt_config->flags & OMEN_FLAG_GDB) omrt_gdb_stop(which);
}

static void act_given_up(void) {
  if (omrt_region_wanted()) omrt_region_end();
}

static const struct omrt_meeting_acts acts = {.hold = act_hold,
                                              .wake = act_wake,
                                              .turn = act_turn,
                                              .stop_early = act_stop_early,
                                              .making = omrt_first_pending,
                                              .tell = act_tell,
                                              .given_up = act_given_up};

/* ---- leaving the recording ---- */

static void schedule_by(uint32_t strategy, uint64_t seed) {
  omrt_config->strategy = strategy;
  omrt_config->seed = seed;
  omrt_strategy_live();
}

static bool exact(void) { return omrt_plan_two && omrt_plan_two->exact; }

/* The next two events of an exact plan. Their memory need not be watched. */
static void take_two(void) {
  now.where = omrt_plan_two->where;
  now.repeats = now.others = 0;
  if (omrt_plan_two->exact) omrt_watch_also(now.where);
}

static void go_live(uint32_t strategy, uint64_t seed) {
  omrt_meeting_init(&now.meeting, omrt_plan_two, omrt_plan.then, &acts);
  if (exact())
    take_two();
  else if (omrt_plan_two)
    now.where = omrt_plan_two->where;
  omrt_log_leave();
  omrt_mode_leave();
  omrt_assumed_watch();
  omrt_children_miss();
  schedule_by(strategy, seed);
  omrt_world_leave(omrt_plan.tail.outside == OMEN_OUTSIDE_FREE);
  omrt_world_limits();
  if (omrt_sym_on) omrt_sym_live();
  if (omrt_plan.search) omrt_search_begin();
}

/* Before the race, if there is one. */
static void leave_early(uint32_t strategy, uint64_t seed) {
  go_live(strategy, seed);
  if (omrt_plan_two)
    omrt_meeting_search(&now.meeting);
  else
    omrt_meeting_nothing(&now.meeting);
}

/* Until a thread is held, only the decisions decide; then the tail does. */
static bool by_witness(void) { return omrt_plan.leave.at == OMEN_LEAVE_WITNESS; }
static void leave_by_witness(void) { leave_early(OMEN_STRATEGY_RUN, 0); }
static void end_witness(void) {
  if (by_witness()) schedule_by(omrt_plan.tail.strategy, omrt_plan.tail.seed);
}

/* Until the held thread comes to its access, and in a plan of a deadlock for good, the schedule is random; or
 * in lock-step. A plan of named events says itself how to get there. */
static void leave_at_event(void) {
  bool race = omrt_plan_two && !exact();
  if (race && omrt_plan.leave.seed == OMEN_LEAVE_LOCKSTEP)
    leave_early(OMEN_STRATEGY_RR, 0);
  else if (race || omrt_inversion_wanted())
    leave_early(OMEN_STRATEGY_RANDOM, omrt_plan.leave.seed);
  else
    leave_early(omrt_plan.tail.strategy, omrt_plan.tail.seed);
}

/* Some events, as the start of a thread, are no place to do anything: then at the thread's next. */
static void maybe_leave(void) {
  bool here = (uint32_t)omrt_cur->id == omrt_plan.leave.thread && omrt_cur->points >= omrt_plan.leave.count;
  if (omrt_plan.leave.at == OMEN_LEAVE_EVENT && omrt_events >= omrt_plan.leave.count)
    leave_at_event();
  else if (omrt_plan.leave.at == OMEN_LEAVE_POINT && here)
    leave_early(omrt_plan.tail.strategy, omrt_plan.tail.seed);
  else if (by_witness() && here)
    leave_by_witness();
}

static void leave_at_race(void) { go_live(omrt_plan.tail.strategy, omrt_plan.tail.seed); }

/* ---- accesses ---- */

struct access {
  uint64_t addr, len;
  bool write;
  bool changes; /* it writes, or is the first half of an atomic operation that does */
  uint32_t site, how;
  const void *frame;
  bool atomic;
};

static bool touches(struct omen_watch w, const struct access *a) {
  return a->addr < w.addr + w.len && w.addr < a->addr + a->len;
}

/* It belongs to the access before it: nobody is stopped between the two. */
static bool is_too(uint32_t how) { return (how & OMEN_SITE_TOO) == OMEN_SITE_TOO; }

static bool is_current(const struct omen_plan_event *e) { return e->thread == (uint32_t)omrt_cur->id; }

static bool is_site(const struct omen_plan_event *e, uint32_t site) {
  return e->site == site || (e->site == OMEN_FREE_SITE && site == OMEN_SITE_HEAP);
}

/* By its name; which of several by that name is another matter. */
static bool is_named(const struct omen_plan_event *e, const struct access *a) {
  return is_current(e) && omrt_cur->points == e->point && is_site(e, a->site) &&
         touches(omrt_plan_two->where, a);
}

static bool is_held_one(const struct access *a) {
  return omrt_plan_two && is_named(omen_constraint_held(omrt_plan_two), a);
}

/* The race may come before the event at which the recording was to be left. */
static bool leaves_at_race(void) {
  return omrt_plan.leave.at == OMEN_LEAVE_RACE || omrt_plan.leave.at == OMEN_LEAVE_EVENT;
}

/* In the recorded run: is this the access at which the recording is left? */
static bool comes(const struct access *a) {
  return is_held_one(a) && leaves_at_race() && !omen_constraint_before_call(omrt_plan_two) &&
         now.repeats == omen_constraint_held(omrt_plan_two)->repeat;
}

/* The same of a library call whose accesses are told when it is over. */
static bool call_is(const struct omen_plan_event *e, uint32_t site) {
  return e->call && is_current(e) && omrt_cur->call.point == e->call_point &&
         omrt_cur->call.nth + 1 == e->call && site == e->site;
}

static bool call_comes(uint32_t site) {
  const struct omen_plan_constraint *c = omrt_plan_two;
  return c && leaves_at_race() && omen_constraint_before_call(c) && call_is(omen_constraint_held(c), site);
}

/* Whoever is held before its access is where it was asked a moment ago: a switch that is told of it has the
 * name of that opportunity, so that a plan without the hold makes it at the same place. It goes on as one
 * that was switched away (sched.c, preempt). */
static void first_access(const struct access *a) {
  uint32_t asked = omrt_cur->turns;
  bool before = omen_constraint_stops_before(omrt_plan_two);
  omrt_first_begin(a->addr, a->write, a->site, a->how, a->frame);
  if (before) omrt_cur->turns = asked ? asked - 1 : 0;
  omrt_dragged_begin();
  omrt_meeting_first(&now.meeting, omrt_cur->id, a->changes);
  if (before) omrt_cur->turns++;
}

/* The same of the one that stands before its access, on the brink. */
static void second_access(void) {
  uint32_t asked = omrt_cur->turns;
  bool stands = omrt_meeting_awaits(&now.meeting, omrt_cur->id) && omrt_plan_two->brink && !now.meeting.stood;
  if (stands) omrt_cur->turns = asked ? asked - 1 : 0;
  now.turned = false;
  omrt_meeting_second(&now.meeting, omrt_cur->id, false);
  if (!stands) return;
  omrt_cur->turns += !now.turned;
  now.bystanders = 0; /* so far the two orders are the same run */
  omrt_dragged_again();
}

static void dragged_own(const struct access *a) {
  const struct omrt_part part = {a->addr, a->len, a->changes};
  omrt_dragged_own(&part, is_too(a->how));
}

static void follow_access(const struct access *a) {
  omrt_cur->turns += !is_too(a->how); /* as an exploration would be asked here */
  if (omrt_plan_two && is_current(omen_constraint_held(omrt_plan_two))) dragged_own(a);
  while (comes(a) && omrt_serving) omrt_server_access();
  if (!comes(a)) {
    now.repeats += is_held_one(a);
    return;
  }
  leave_at_race();
  first_access(a);
}

/* The very access that the constraint names. */
static bool found_exactly(const struct access *a) {
  const struct omen_plan_event *e = omen_constraint_held(omrt_plan_two);
  return now.meeting.state == OMRT_MEETING_SEARCHING && !e->call && is_held_one(a) &&
         now.repeats++ == e->repeat;
}

static bool second_exactly(const struct access *a) {
  const struct omen_plan_event *e = omen_constraint_awaited(omrt_plan_two);
  return is_named(e, a) && now.others++ == e->repeat;
}

/* The event of an exact constraint came already; `count` accesses of its name did. */
static bool passed(const struct omen_plan_event *e, uint64_t count) {
  const struct omrt_fiber *f = omrt_fiber_by_id((int)e->thread);
  if (!f || f->points < e->point) return false;
  return f->points > e->point || (e->site != OMEN_NO_SITE && count > e->repeat);
}

static void came_already(void) {
  now.already = true;
  omrt_meeting_already(&now.meeting);
}

/* Two events of an exact plan are dealt with: on to the next. */
static void on_to_next_two(void) {
  struct omrt_meeting *m = &now.meeting;
  if (m->state != OMRT_MEETING_FREE || m->race != omrt_plan_two || !exact()) return;
  bool met = omrt_meeting_met(m);
  if (!omrt_plan_next_two()) return;
  now.missed |= !met;
  int turn = m->next_turn;
  omrt_meeting_init(m, omrt_plan_two, omrt_plan.then, &acts);
  m->next_turn = turn;
  take_two();
  omrt_meeting_search(m);
}

/* Met again on another schedule; in the heap it may be elsewhere. */
static bool found_again(const struct access *a) {
  const struct omen_plan_event *e = omen_constraint_held(omrt_plan_two);
  if (now.meeting.state != OMRT_MEETING_SEARCHING || !is_current(e) || a->site != e->site) return false;
  now.where = (struct omen_watch){a->addr, a->len};
  schedule_by(omrt_plan.tail.strategy, omrt_plan.tail.seed);
  return true;
}

/* The other side: a conflicting access by the awaited thread, wherever its code is now. But what gives memory
 * back is not met by an access to that memory before it. */
static bool is_other_side(const struct access *a) {
  if (!touches(now.where, a) || !(a->changes || now.meeting.writes)) return false;
  const struct omen_plan_event *e = omen_constraint_awaited(omrt_plan_two);
  if (omrt_plan_two->late && is_current(e) && omrt_cur->points < e->point) return false;
  return e->site != OMEN_NO_SITE || a->site == OMEN_NO_SITE;
}

/* Where the order is the other, it changes places with the held one's access, too. */
static bool is_bystander(const struct access *a) {
  if (!omrt_meeting_holds(&now.meeting) || !touches(now.where, a) || !(a->changes || now.meeting.writes))
    return false;
  return omrt_plan_two->late || !is_current(omen_constraint_awaited(omrt_plan_two));
}

/* An atomic access was stopped before already, as an event. */
static void turn_before(const struct access *a) {
  if (!omrt_search || a->atomic) {
    omrt_turn_point();
    return;
  }
  omrt_search_access(a->addr, a->len, a->changes, a->how);
  omrt_turn_point();
  omrt_search_accessed();
}

/* What changes places with another part of the held one's copy. */
static void look_for_dragged(const struct access *a) {
  const struct omrt_part part = {a->addr, a->len, a->changes};
  if (is_current(omen_constraint_held(omrt_plan_two)))
    dragged_own(a);
  else if (omrt_meeting_holds(&now.meeting) && !touches(now.where, a))
    omrt_dragged_by(&part);
}

static void live_access(const struct access *a) {
  const struct omen_plan_event *held = omrt_plan_two ? omen_constraint_held(omrt_plan_two) : NULL;
  if (held && is_current(held) && is_site(held, a->site) && touches(now.where, a))
    omrt_first_told(a->addr, a->write, a->site, a->how, a->frame);
  bool too = is_too(a->how);
  if (!too) omrt_meeting_stop(&now.meeting, omrt_cur->id);
  if ((!too || omrt_search) && (!exact() || omrt_plan.every || omrt_watch_covers(a->addr, a->len))) {
    turn_before(a);
    if (omrt_patience_turn(&now.patience)) omrt_quantum_over();
  }
  if (!held) return;
  now.bystanders += is_bystander(a);
  look_for_dragged(a);
  on_to_next_two();
  if (exact()) {
    bool first = found_exactly(a), second = second_exactly(a);
    if (first) end_witness();
    if (first && passed(omen_constraint_awaited(omrt_plan_two), now.others))
      came_already();
    else if (first)
      first_access(a);
    if (second) omrt_meeting_second(&now.meeting, omrt_cur->id, false);
    return;
  }
  if (found_again(a))
    first_access(a);
  else if (is_other_side(a))
    second_access();
}

void omrt_explore_access(uint64_t addr, uint64_t len, bool write, uint32_t site, uint32_t how,
                         const void *frame) {
  bool half =
      how & OMEN_SITE_READS; /* the write is told next, by the same function, and then both are made */
  const struct access a = {
      addr, len, write, write || half, site, half ? OMEN_SITE_INSIDE : how, frame, omrt_watch_is_atomic};
  omrt_watch_is_atomic = false; /* others may have their turns before this returns */
  if (omrt_search && !omrt_watch_covers(addr, len)) {
    if (!a.atomic) omrt_search_unwatched(addr, len, a.changes);
    return;
  }
  now.patience.looked |= !write;
  now.patience.wrote |= write;
  bool live = omrt_meeting_live(&now.meeting);
  if (live) omrt_assumed_access(addr, len, site, frame);
  if (live)
    live_access(&a);
  else
    follow_access(&a);
  if (omrt_meeting_live(&now.meeting) && touches(now.where, &a))
    omrt_steps_access(addr, len, write, site, __builtin_frame_address(0));
}

void omrt_explore_library(uint32_t site) {
  if (!omrt_meeting_live(&now.meeting)) {
    while (call_comes(site) && omrt_serving) omrt_server_access();
    if (!call_comes(site)) return;
    leave_at_race();
    omrt_first_library();
    omrt_meeting_first(&now.meeting, omrt_cur->id, omen_constraint_held(omrt_plan_two)->writes);
    return;
  }
  omrt_cur->turns++;
  if (!omrt_plan_two) return;
  on_to_next_two();
  if (exact() && call_is(omen_constraint_held(omrt_plan_two), site) &&
      now.meeting.state == OMRT_MEETING_SEARCHING) {
    end_witness();
    omrt_first_library();
    omrt_meeting_first(&now.meeting, omrt_cur->id, omen_constraint_held(omrt_plan_two)->writes);
    return;
  }
  if (is_current(omen_constraint_held(omrt_plan_two))) omrt_first_over();
  const struct omen_plan_event *e = omen_constraint_awaited(omrt_plan_two);
  if (e->call && site == e->site) omrt_meeting_second(&now.meeting, omrt_cur->id, true);
}

/* ---- places where threads can be stopped ---- */

void omrt_explore_pass(void) {
  omrt_meeting_stop(&now.meeting, omrt_cur->id);
  if (now.meeting.next_turn >= 0) omrt_turn_point();
}

/* The same once more is the next time round. */
void omrt_explore_pass_access(uint64_t addr, bool write, uint32_t site, uint32_t how) {
  if (is_too(how)) return;
  if (omrt_plan.every && omrt_meeting_live(&now.meeting)) return; /* it is asked anyway */
  if (omrt_meeting_stops(&now.meeting, omrt_cur->id)) omrt_first_again(addr, write, site);
  omrt_explore_pass();
}

OMEN_SLOW void __omen_opaque(void) {
  if (omrt_weak_on && omrt_on) omrt_weak_outward();
  if (omrt_stop_due) omrt_explore_pass();
}

struct omrt_fiber *omrt_explore_turn(struct omrt_fiber *runnable) {
  int turn = omrt_meeting_turn(&now.meeting);
  struct omrt_fiber *want = turn < 0 ? NULL : omrt_fiber_by_id(turn);
  if (want && want->runnable) return want;
  if (omrt_meeting_met(&now.meeting) && omrt_region_wanted()) return omrt_region_turn(runnable);
  if (omrt_inversion_wanted()) return omrt_inversion_turn(runnable);
  if (!omrt_meeting_holds(&now.meeting) || omrt_recorded_wanted()) return NULL;
  uint32_t awaited = omen_constraint_awaited(omrt_plan_two)->thread;
  for (struct omrt_fiber *f = runnable; f; f = f->rnext)
    if ((uint32_t)f->id == awaited) return f;
  return NULL;
}

/* ---- events ---- */

static bool is_held(void) { return now.meeting.state == OMRT_MEETING_HELD; }

static int awaited(void) { return is_held() ? (int)omen_constraint_awaited(omrt_plan_two)->thread : -1; }
static int held(void) { return is_held() ? now.meeting.thread : -1; }

/* The awaited thread is locked by the held one: see proof.h. */
static bool is_locked(void) { return is_held() && omrt_proof_locked(awaited(), held()); }

/* Nobody else ends the wait, whoever goes round meanwhile. */
static bool stuck_by_lock(void) {
  if (!is_locked()) return false;
  omrt_proof_told(true, false);
  return omrt_meeting_stuck(&now.meeting, false);
}

/* What was found, as far as the outside leaves it. */
static enum omen_plan_known doubted(enum omen_plan_known how) {
  if (how != OMEN_KNOWN_PROVED) return how;
  const char *against = omrt_proof_against(awaited(), held(), true);
  if (against)
    omrt_proof_refused(against);
  else if (is_held())
    omrt_proof_told(false, true);
  return !against ? how : is_held() ? OMEN_KNOWN_OUTSIDE : OMEN_KNOWN_REPEATS;
}

/* All who run wait for something that the held thread, or nobody, will do. */
static void goes_round(enum omen_plan_known how) {
  bool holds = omrt_meeting_holds(&now.meeting);
  now.patience.quiet = 0;
  omrt_recur_restart();
  if (stuck_by_lock()) return;
  bool open = is_held() && omrt_signal_in_recording();
  if (holds ? open && omrt_signal_in_order() : omrt_signal_from_recording()) return;
  how = doubted(how);
  if (!holds) omrt_end_endless(how);
  if (is_held()) omrt_end_loops();
  omrt_meeting_round(&now.meeting, how);
}

void omrt_explore_goes_round(bool proved) { goes_round(proved ? OMEN_KNOWN_PROVED : OMEN_KNOWN_REPEATS); }

static void wait_long_enough(bool progress, enum omrt_quantum quantum) {
  struct omrt_patience *p = &now.patience;
  enum omen_plan_known limit = omrt_recur_repeats() ? OMEN_KNOWN_REPEATS : OMEN_KNOWN_LIMIT;
  if (omrt_meeting_event(&now.meeting)) goes_round(limit);
  if (omrt_patience_count(p, omrt_plan.tail.max_events)) omrt_end_endless(limit);
  uint32_t weight = omrt_patience_weight(p, quantum);
  omrt_recur_point(weight, p->wrote);
  int64_t pass = omrt_patience_event(p, progress, weight);
  if (pass) omrt_world_skip(pass);
  if (omrt_patience_over(p)) goes_round(limit);
}

/* A signal that the plan decides on. */
static void send_signal(void) {
  const struct omen_plan_decision *d = omrt_plan_signal((uint32_t)omrt_cur->id, omrt_cur->points);
  if (d) omrt_signal_send((int)d->to, &(struct omrt_siginfo){.part = {d->to}});
}

static bool is_event(const struct omen_plan_event *e) {
  return e->site == OMEN_NO_SITE && is_current(e) && omrt_cur->points == e->point;
}

/* What the awaited event does is done when its thread comes to the next one. */
static bool went_by(const struct omen_plan_event *e) {
  return e->site == OMEN_NO_SITE && is_current(e) && omrt_cur->points > e->point;
}

/* An event that an exact constraint names by its number. What it does comes after this. */
static void exact_event(void) {
  struct omrt_meeting *m = &now.meeting;
  on_to_next_two();
  if (m->state == OMRT_MEETING_SEARCHING && is_event(omen_constraint_held(omrt_plan_two))) {
    end_witness();
    if (passed(omen_constraint_awaited(omrt_plan_two), now.others))
      came_already();
    else
      omrt_meeting_first(m, omrt_cur->id, true);
  } else if (went_by(omen_constraint_awaited(omrt_plan_two)))
    omrt_meeting_second(m, omrt_cur->id, false);
}

void omrt_explore_point(bool progress, bool call, enum omrt_quantum quantum) {
  struct omrt_meeting *m = &now.meeting;
  if (!omrt_meeting_live(m)) maybe_leave();
  if (!omrt_meeting_live(m)) return;
  bool makes_it = call && omrt_meeting_stops(m, omrt_cur->id) && omrt_first_call();
  if (!makes_it) omrt_meeting_stop(m, omrt_cur->id);
  omrt_assumed_event();
  if (exact()) exact_event();
  send_signal();
  if (omrt_meeting_met(m) && omrt_region_wanted()) omrt_region_point(quantum);
  wait_long_enough(progress, quantum);
}

bool omrt_explore_holds(void) { return is_held() && !is_locked(); }

/* Nobody can run, and a thread is held before its access: true, if somebody outside could change that. The
 * signals that the recorded run got come first (*sent). */
static bool outside_could_help(bool outside, bool *sent) {
  const char *against = !outside ? omrt_proof_against(awaited(), held(), false)
                        : omrt_mode.world->withheld()
                            ? "input that came only after this thread's output could "
                              "end the wait; --outside free has it come before"
                            : "the outside could end the wait";
  *sent = against && omrt_signal_in_order(); /* the held thread may be the one to answer first */
  if (against)
    omrt_proof_refused(against);
  else
    omrt_proof_told(false, false);
  return against;
}

/* The awaited event was the last of its thread, or the thread stands behind it. */
static bool came_last(void) {
  const struct omrt_meeting *m = &now.meeting;
  if (!exact() || m->state != OMRT_MEETING_HELD) return false;
  const struct omen_plan_event *e = omen_constraint_awaited(omrt_plan_two);
  const struct omrt_fiber *f = omrt_fiber_by_id((int)e->thread);
  return e->site == OMEN_NO_SITE && f && f->points >= e->point && (f->done || f->points > e->point);
}

bool omrt_explore_stuck(bool outside) {
  bool sent = false;
  if (came_last()) {
    omrt_meeting_came(&now.meeting);
    return true;
  }
  if (omrt_meeting_met(&now.meeting) && omrt_region_wanted()) omrt_region_end();
  if (stuck_by_lock()) return true;
  if (is_held()) outside = outside_could_help(outside, &sent);
  return sent || omrt_meeting_stuck(&now.meeting, outside) || omrt_inversion_stuck() || omrt_assumed_stuck();
}

/* ---- what is told ---- */

static void report_plan(const struct omrt_meeting *m) {
  omrt_line_plan(omen_plan_end_word(m->held), omen_plan_end_word(now.missed ? OMEN_PLAN_MISSED : m->awaited),
                 omen_plan_known_word(m->spun_by));
  omrt_line_counter("live_events", now.patience.events);
  omrt_line_counter("repeats", now.repeats);
  omrt_line_counter("bystanders", now.bystanders);
  omrt_line_counter("dragged", omrt_dragged());
  omrt_line_counter("course", omrt_course());
  omrt_line_counter("came_already", now.already);
  omrt_proof_report();
  omrt_assumed_report();
}

void omrt_explore_report(void) {
  omrt_world_flush();
  if (omrt_sym_on) omrt_sym_finish();
  omrt_steps_settle();
  if (omrt_inversion_wanted())
    omrt_inversion_report();
  else if (omrt_config->plan_size)
    report_plan(&now.meeting);
  if (omrt_config->plan_size || omrt_recur_recording) omrt_recur_report();
}

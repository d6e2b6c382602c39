/* Who runs in an exploration, and what happens at its scheduling points: see turns.h. */
#include "runtime/explore/turns.h"
#include "runtime/explore/course.h"
#include "runtime/explore/explore.h"
#include "runtime/explore/recur.h"
#include "runtime/explore/steps.h"
#include "runtime/sched/sched.h"
#include "runtime/shadow/shadow.h"
#include "runtime/syscall/card.h"

struct omrt_fiber *omrt_turns_preempt(struct omrt_fiber *runnable, bool yields) {
  struct omrt_fiber *next = omrt_explore_turn(runnable);
  bool forced = next != NULL;
  if (!next) next = omrt_steps_preempt(runnable, yields);
  if (!next) return NULL;
  omrt_course_switch(next);
  omrt_steps_switch(next, yields, forced);
  return next;
}

struct omrt_fiber *omrt_turns_next(struct omrt_fiber *runnable, bool own) {
  struct omrt_fiber *next = own ? omrt_cur : omrt_explore_turn(runnable);
  bool forced = !own && next;
  if (!next) next = omrt_steps_next(runnable);
  omrt_course_switch(next);
  omrt_steps_switch(next, false, forced);
  return next;
}

void omrt_turns_event(enum omen_ev ev, const void *obj) {
  omrt_course_event(ev);
  omrt_recur_event(ev, obj);
}

/* Calls that only let time pass. */
static bool just_waits(enum omen_ev ev, const void *obj) {
  return ev == OMEN_EV_SYSCALL && omrt_card((int)(uintptr_t)obj)->loop == OMRT_LOOP_RESTS;
}

static enum omrt_quantum of_quantum(enum omen_ev ev) {
  return ev == OMEN_EV_TICK      ? OMRT_QUANTUM_LOOP
         : ev == OMEN_EV_PREEMPT ? OMRT_QUANTUM_STOPPED
                                 : OMRT_NO_QUANTUM;
}

void omrt_turns_planned(enum omen_ev ev, const void *obj, bool yields) {
  omrt_explore_point(!yields && !just_waits(ev, obj), ev == OMEN_EV_SYSCALL, of_quantum(ev));
  if (omrt_recur_due) omrt_recur_look();
}

void omrt_turns_recorded(enum omen_ev ev, const void *obj, bool yields) {
  omrt_recur_recorded(of_quantum(ev));
  if (omrt_recur_due) omrt_recur_look();
}

/* `val` as the served functions give it: which of several operations this event is. */
static enum omen_raw_use use_of(enum omen_ev ev, uint64_t val) {
  enum { ENDS = 1, TRIES = 1, LOOKS = 2 };
  switch (ev) {
  case OMEN_EV_MUTEX_LOCK: return OMEN_RAW_USE_HOLD;
  case OMEN_EV_RW_RDLOCK:
  case OMEN_EV_RW_WRLOCK:
  case OMEN_EV_SPIN_LOCK: return val == TRIES ? OMEN_RAW_USE_TRY : OMEN_RAW_USE_HOLD;
  case OMEN_EV_MUTEX_UNLOCK:
  case OMEN_EV_RW_UNLOCK:
  case OMEN_EV_SPIN_UNLOCK: return OMEN_RAW_USE_LET;
  case OMEN_EV_MUTEX_TRYLOCK: return OMEN_RAW_USE_TRY;
  case OMEN_EV_MUTEX_OTHER: return val == ENDS ? OMEN_RAW_USE_END : OMEN_RAW_USE_NONE;
  case OMEN_EV_SEM_WAIT:
    return val == LOOKS ? OMEN_RAW_USE_LOOK : val == TRIES ? OMEN_RAW_USE_TRY : OMEN_RAW_USE_TAKE;
  case OMEN_EV_SEM_POST: return OMEN_RAW_USE_GIVE;
  case OMEN_EV_COND_WAIT:
  case OMEN_EV_COND_SIGNAL:
  case OMEN_EV_COND_BROADCAST:
  case OMEN_EV_BARRIER: return OMEN_RAW_USE_WAIT;
  default: return OMEN_RAW_USE_NONE;
  }
}

void omrt_turns_made(enum omen_ev ev, const void *obj, uint64_t val) {
  enum omen_raw_use use = use_of(ev, val);
  if (use) omrt_watch_use(obj, use);
}

/* A plan: what one exploration is to do. A value: it can be copied, stored as JSON (plan_json.h), sent to the
 * runtime as bytes (plan_bytes.h), and followed by `omen replay` with the same result every time.
 *
 *   recorded run:  ----------------- leave
 *                                     \
 *   exploration:                       constraints met ---- then ---- decisions and tail ---- end
 *
 * The exploration follows the recording up to `leave`. From there on it is live: it brings the constraints
 * about, does what `then` says once they met, makes the decisions where they are due, and lets the tail's
 * strategy decide wherever the plan says nothing. Inputs come from what the recording still has; outputs are
 * captured and not performed.
 *
 * Two plans of a race that differ only in the order of the constraint (omen_plan_flip) hold the same thread
 * at the same place. So the two runs differ in nothing but the order of the two accesses. */
#ifndef OMEN_RECORD_PLAN_H
#define OMEN_RECORD_PLAN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- words (plan_words.def, plan_ends.def) ---- */

enum omen_plan_how {
#define OMEN_PLAN_HOW(symbol, word, meaning) OMEN_HOW_##symbol,
#include "record/plan_words.def"
  OMEN_HOWS
};
enum omen_decision_kind {
#define OMEN_PLAN_DECISION(symbol, word, meaning) OMEN_DECISION_##symbol,
#include "record/plan_words.def"
  OMEN_DECISIONS
};
enum omen_plan_then {
#define OMEN_PLAN_THEN(symbol, word, meaning) OMEN_THEN_##symbol,
#include "record/plan_words.def"
  OMEN_THENS
};
/* In place of a seed: all threads by turns, one step each. */
#define OMEN_LEAVE_LOCKSTEP 0x10c57e9ull
/* In place of a seed of RUN: of those that can go on, the one that was made last. */
#define OMEN_TAIL_LAST_FIRST 0x1a57f125ull
/* Likewise: the one whose next event came first in the recorded run (runtime/sched/recorded.h). */
#define OMEN_TAIL_AS_RECORDED 0x0a5dec04dull
enum omen_plan_leave {
#define OMEN_PLAN_LEAVE(symbol, word, meaning) OMEN_LEAVE_##symbol,
#include "record/plan_words.def"
  OMEN_LEAVES
};
enum omen_plan_end {
#define OMEN_PLAN_END(symbol, word, meaning) OMEN_PLAN_##symbol,
#include "record/plan_ends.def"
  OMEN_PLAN_ENDS
};
enum omen_plan_known {
#define OMEN_PLAN_KNOWN(symbol, word, meaning) OMEN_KNOWN_##symbol,
#include "record/plan_ends.def"
  OMEN_KNOWNS
};
static inline const char *omen_plan_end_word(enum omen_plan_end e) {
  static const char *const words[] = {
#define OMEN_PLAN_END(symbol, word, meaning) word,
#include "record/plan_ends.def"
  };
  return words[e];
}
static inline const char *omen_plan_known_word(enum omen_plan_known k) {
  static const char *const words[] = {
#define OMEN_PLAN_KNOWN(symbol, word, meaning) word,
#include "record/plan_ends.def"
  };
  return words[k];
}

/* What the outcome says of the run: nothing; who ran after the recording was left (lines `step` and
 * `access`); who ran from the very start, so that the steps are a plan which needs no recorded schedule. */
enum omen_plan_tell { OMEN_TELL_NOTHING, OMEN_TELL_LIVE, OMEN_TELL_ALL };

/* When the outside sends what the recording has from there (runtime/world/withhold.h). ORDERED: after what
 * had gone out before. FREE: whenever it is asked for. */
enum omen_outside { OMEN_OUTSIDE_ORDERED, OMEN_OUTSIDE_FREE, OMEN_OUTSIDES };

/* ---- parts ---- */

struct omen_watch { /* bytes of memory */
  uint64_t addr, len;
};

/* An event by name. The name is the same in every run that went the same way up to the event. Here the event
 * is an access: of `thread`, after it made `point` events, by the instruction `site`. `repeat` accesses of
 * the same name to the same memory come before it. */
#define OMEN_REPEAT_COUNT                                                                                    \
  UINT64_MAX /* as `repeat`: no access is meant; the run counts (counter `repeats`)                          \
              */
#define OMEN_NO_SITE UINT32_MAX
#define OMEN_FREE_SITE                                                                                       \
  (UINT32_MAX - 1) /* of an exact constraint: what gives memory back, which is no instruction */
struct omen_plan_event {
  uint32_t thread, site;
  uint64_t point;
  uint64_t repeat;
  /* Of a library call that tells its accesses when it is over: its number, from 1, among those that the
   * thread began after `call_point` events; 0: of none. */
  uint64_t call_point;
  uint32_t call, writes;
};

/* HOLD_*: `earlier` comes before `later`; the two race on `where`. LOCKS: `thread` holds the lock at `took`
 * and is about to wait for the lock at `wants`; the deadlock happens when all LOCKS of the plan stand so.
 *
 * TOGETHER: whoever makes the access `earlier.site` to `where` has one assumed lock until `later.site`
 * (runtime/explore/assumed.h); nothing else of the two events counts.
 *
 * ORDERED: accesses by the instruction `earlier.site` count as written with at least the memory order `took`
 * (C11's numbers); `wants` is the order of a fence right before them, 0: none. Once the run is live, and
 * under the models tso and weak only.
 *
 * Exact constraints are about a run that another plan made, not about the recorded one. Both events are found
 * by their names alone, wherever in the live part they come; an event without a site (OMEN_NO_SITE) is the
 * thread's event number `point` itself: a lock that is taken, an atomic access, a signal. There may be
 * several: they are brought about one after the other, in the order of the list. */
struct omen_plan_constraint {
  uint32_t how; /* enum omen_plan_how */
  /* HOLD_*: both threads stand before their accesses until nobody else can go on; then the two accesses come
   * one right after the other. */
  uint32_t brink;
  struct omen_plan_event earlier, later;
  struct omen_watch where;
  uint64_t took, wants;
  uint32_t thread, exact;
  /* HOLD_*: the awaited thread's accesses before it made as many events as `point` of its event says are let
   * pass: a later round of a loop is meant. */
  uint32_t late, zero;
};

/* Where `thread` had made `point` events and been asked `turn` times since then:
 *   SWITCH: the thread `to` goes on. Threads otherwise run until they block, or as the tail says. If nobody
 *           is asked just there, it is made at the next opportunity; but the last of several only.
 *   SIGNAL: the signal number `to` comes to the program. At an event: `turn` is 0.
 *   INPUT:  the next call of `thread` that reads gets `len` bytes at `offset` of the plan's `input`.
 *   STORE:  `thread` has a choice (runtime/sched/choice.h), which is its next event: it takes alternative
 *           `to`. `turn` is 0.
 * A runtime that cannot make a kind of decision refuses the plan (omen_plan_refused, plan_bytes.h). */
struct omen_plan_decision {
  uint32_t kind; /* enum omen_decision_kind */
  uint32_t thread, turn, to;
  uint64_t point;
  uint64_t zero;
  uint32_t zero2, len;
  uint64_t offset; /* INPUT */
};

/* ---- the plan ---- */

struct omen_plan {
  struct omen_plan_constraint *constraints;
  struct omen_plan_decision *decisions;
  uint8_t *input;
  uint64_t nconstraints, ndecisions, ninput;
  uint64_t cconstraints, cdecisions, cinput; /* room, as OMEN_GROW counts it; 0 in bytes */
  struct {
    uint32_t at, thread; /* enum omen_plan_leave; POINT, WITNESS: whose events are counted */
    uint64_t count;      /* POINT, WITNESS: events of the thread. EVENT: events of the run */
    /* EVENT: the random schedule until the held thread comes to the site of its access, wherever the memory
     * is then; from there on the tail counts. Or, for OMEN_LEAVE_LOCKSTEP, one in lock-step. */
    uint64_t seed;
  } leave;
  struct {
    uint32_t strategy;   /* enum omen_strategy */
    uint32_t outside;    /* enum omen_outside */
    uint64_t seed;       /* of the strategy, and of nothing else */
    uint64_t decisions;  /* so often the strategy may decide against run-until-blocked; 0: always */
    uint64_t max_events; /* after the recording is left; more count as endless; 0: the default */
  } tail;
  uint32_t then;    /* enum omen_plan_then */
  uint32_t follow;  /* the decisions alone decide: threads run until they block, the strategy is not asked */
  uint32_t tell;    /* enum omen_plan_tell */
  uint32_t region;  /* stop where both threads next synchronise: runtime/explore/region.h */
  uint32_t every;   /* threads are asked before every access, and not only where the recorded run raced */
  uint32_t choices; /* seed of the choices that no decision names (runtime/sched/choice.h); 0: the tail's,
                       unless `follow` */
  /* As in a search: threads are asked before every call that fills a stream, too; a switch to a thread that
   * waits lets time pass until it does not; which waiter a condition's signal wakes is a choice. */
  uint32_t fine;
  uint32_t search; /* all schedules: runtime/explore/search.h; never stored */
};

/* ---- questions ---- */

static inline bool omen_constraint_holds(const struct omen_plan_constraint *c) {
  return c->how == OMEN_HOW_HOLD_BEHIND || c->how == OMEN_HOW_HOLD_BEFORE;
}
/* The event whose thread is held, and the one that it is held for. */
static inline const struct omen_plan_event *omen_constraint_held(const struct omen_plan_constraint *c) {
  return c->how == OMEN_HOW_HOLD_BEHIND ? &c->earlier : &c->later;
}
static inline const struct omen_plan_event *omen_constraint_awaited(const struct omen_plan_constraint *c) {
  return c->how == OMEN_HOW_HOLD_BEHIND ? &c->later : &c->earlier;
}
/* The held thread stands before its access, and not only behind it: there or before the call that makes it.
 */
static inline bool omen_constraint_stops_before(const struct omen_plan_constraint *c) {
  return c->how == OMEN_HOW_HOLD_BEFORE || c->brink;
}
static inline bool omen_constraint_before_call(const struct omen_plan_constraint *c) {
  return omen_constraint_held(c)->call && omen_constraint_stops_before(c);
}

/* The recording is left where a thread has made so many events. */
static inline bool omen_plan_at_point(const struct omen_plan *p) {
  return p->leave.at == OMEN_LEAVE_POINT || p->leave.at == OMEN_LEAVE_WITNESS;
}

/* The constraint of two accesses that the plan is about; NULL: it has none. */
static inline const struct omen_plan_constraint *omen_plan_race(const struct omen_plan *p) {
  for (uint64_t i = 0; i < p->nconstraints; i++)
    if (omen_constraint_holds(&p->constraints[i])) return &p->constraints[i];
  return NULL;
}

/* Where the recording is left, as a thread and a number of its events: checkpoints before it are of use. With
 * EVENT only the number of the run's events tells (leave.count). */
struct omen_plan_place {
  uint32_t thread, zero;
  uint64_t point;
};
static inline struct omen_plan_place omen_plan_place(const struct omen_plan *p) {
  const struct omen_plan_constraint *c = omen_plan_race(p);
  if (omen_plan_at_point(p))
    return (struct omen_plan_place){.thread = p->leave.thread, .point = p->leave.count};
  if (p->leave.at == OMEN_LEAVE_NEVER || !c) return (struct omen_plan_place){.point = UINT64_MAX};
  const struct omen_plan_event *e = omen_constraint_held(c);
  return (struct omen_plan_place){.thread = e->thread,
                                  .point = omen_constraint_before_call(c) ? e->call_point : e->point};
}

/* ---- making them (plan.c; the command only) ----
 * A plan owns its lists. {0} is a plan: it follows the recording to its end. */

void omen_plan_release(struct omen_plan *p);
struct omen_plan omen_plan_copy(const struct omen_plan *p); /* the caller releases */
bool omen_plan_same(const struct omen_plan *a, const struct omen_plan *b);
void omen_plan_add_constraint(struct omen_plan *p, const struct omen_plan_constraint *c);
void omen_plan_add_decision(struct omen_plan *p, const struct omen_plan_decision *d);
/* An INPUT decision; its bytes are copied, and offset and len are set. */
void omen_plan_add_input(struct omen_plan *p, struct omen_plan_decision d, const void *bytes, uint32_t n);
/* Two accesses to `where`, as they came in the recorded run. The first one's thread is held: behind its
 * access, or (flipped) before it. The recording is left there. */
void omen_plan_add_race(struct omen_plan *p, const struct omen_plan_event *first,
                        const struct omen_plan_event *second, struct omen_watch where, bool flipped,
                        bool brink);
/* Gives the constraint of two accesses one order or the other, whichever it has. */
void omen_plan_flip(struct omen_plan *p, bool flipped);
#endif

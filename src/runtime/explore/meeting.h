/* clang-format off */
/* explore/: brings two accesses into the order that a plan wants. One thread is held at its access until the
 * other thread made its own; then plan.then says what the held thread does.
 *
 * This is a state machine that knows nothing of the scheduler: threads are numbers, and what is to be done
 * goes through the functions of struct omrt_meeting_acts. explore.c gives it those of the runtime; a test gives
 * it fakes (tests/unit/test_plan_meeting.c).
 *
 *                   left before the race
 *      FOLLOWING ---------------------------> SEARCHING
 *          |                                      |
 *          | the access of the thread to hold     | that thread comes to the site of its access
 *          +------------------+-------------------+
 *             hold behind     |     hold before, or on the brink
 *            +----------------+----------------+
 *            v                                 v   the other is at its access, on the brink
 *         PASSING ---------------------------> HELD ------------------------> STANDING
 *            ^   made it, and can be stopped   |  ^                              |
 *            |                                 |  | hold before                  | nobody else can go on
 *            +---------------------------------|--+------------------------------+
 *                         hold behind          |
 *            +---------------------------------+------------------------+
 *            | nobody can run, or all go round | the other makes its    |
 *            |                                 | access: they met       |
 *            v     at once, strategy           v            stay        v
 *          FREE <------------------------------+--------------------> STAYING
 *            ^                                 | behind                 ^
 *            |                                 v                        |
 *            |                              LEAVING --------------------+
 *            |                                   made it, and can be stopped
 *            +----------------------------------------------------------- nobody can run, or all go round
 *
 * A plan without such a constraint goes from FOLLOWING to FREE. */
/* clang-format on */
#ifndef OMRT_EXPLORE_MEETING_H
#define OMRT_EXPLORE_MEETING_H
#include "record/plan.h"

enum omrt_meeting_state {
  OMRT_MEETING_FOLLOWING, /* the recording decides */
  OMRT_MEETING_SEARCHING, /* live, by a random schedule: the access is yet to come */
  OMRT_MEETING_PASSING, /* `thread` makes its access, and is held at the next place where it can be stopped */
  OMRT_MEETING_HELD,    /* `thread` is held; the other's access is awaited */
  OMRT_MEETING_STANDING, /* so, and the other stands before its access, too: on the brink */
  OMRT_MEETING_LEAVING,  /* they met; `thread` makes its access, and is held where it can be stopped */
  OMRT_MEETING_STAYING,  /* they met; `thread` stays held until nobody else can go on */
  OMRT_MEETING_FREE,     /* nobody is held, now or later */
};

/* What the machine has done to threads. Only `hold` and `turn` may let other threads run meanwhile; they
 * return when the current thread goes on. */
struct omrt_meeting_acts {
  void (*hold)(void);          /* the current thread waits until it is woken */
  void (*wake)(int thread);    /* it can go on */
  void (*turn)(void);          /* whoever's turn it is may go on now (omrt_meeting_turn) */
  void (*stop_early)(bool on); /* whether threads are stopped at any access, and not at events alone */
  bool (*making)(void);        /* the access that the current thread is to be held behind is not made yet */
  void (*tell)(int which);     /* for a debugger: 1, 2, 3, see steps.h */
  void (*given_up)(void);      /* the held thread is let go, and the two did not meet */
};

struct omrt_meeting {
  const struct omrt_meeting_acts *acts;
  const struct omen_plan_constraint *race; /* NULL: none */
  enum omen_plan_then then;
  enum omrt_meeting_state state;
  int thread;      /* PASSING to STAYING: who is held, or is going to be */
  int standing;    /* STANDING: the other thread */
  int next_turn;   /* who goes on at the next opportunity; -1: anybody */
  bool stood;      /* STANDING was and is over */
  bool writes;     /* the held thread's access is a write: any access of the other conflicts with it */
  uint64_t events; /* while the thread was held, from the beginning or since STANDING ended */
  enum omen_plan_end held, awaited; /* what became of the two accesses */
  enum omen_plan_known spun_by;     /* how it is known that the awaited thread only spins */
};

void omrt_meeting_init(struct omrt_meeting *m, const struct omen_plan_constraint *race,
                       enum omen_plan_then then, const struct omrt_meeting_acts *acts);

/* ---- questions ---- */

static inline bool omrt_meeting_live(const struct omrt_meeting *m) {
  return m->state != OMRT_MEETING_FOLLOWING;
}
static inline bool omrt_meeting_met(const struct omrt_meeting *m) { return m->awaited == OMEN_PLAN_MET; }
/* A thread waits because of the plan. */
static inline bool omrt_meeting_holds(const struct omrt_meeting *m) {
  return m->state == OMRT_MEETING_HELD || m->state == OMRT_MEETING_STANDING ||
         m->state == OMRT_MEETING_STAYING;
}
/* `thread` is to be stopped at the next opportunity. */
static inline bool omrt_meeting_stops(const struct omrt_meeting *m, int thread) {
  return (m->state == OMRT_MEETING_PASSING || m->state == OMRT_MEETING_LEAVING) && m->thread == thread;
}
/* A conflicting access of this thread is what the held one waits for. */
static inline bool omrt_meeting_awaits(const struct omrt_meeting *m, int thread) {
  return m->state == OMRT_MEETING_HELD && omen_constraint_awaited(m->race)->thread == (uint32_t)thread;
}

/* ---- what happens ---- */

void omrt_meeting_search(struct omrt_meeting *m); /* the recording is left before the race */
void omrt_meeting_nothing(
    struct omrt_meeting *m); /* the recording is left, and the plan orders no accesses */
/* The access that would be awaited came before, by itself: the order is as wanted. */
void omrt_meeting_already(struct omrt_meeting *m);
/* The awaited access was made, though nobody saw it: the held thread goes on. */
void omrt_meeting_came(struct omrt_meeting *m);
/* The current thread is about to make the access at which it is held. */
void omrt_meeting_first(struct omrt_meeting *m, int current, bool writes);
/* The current thread, which is awaited, is about to make its access, or (only_stand) to begin the library
 * call that makes it: on the brink it stands before that call. */
void omrt_meeting_second(struct omrt_meeting *m, int current, bool only_stand);
/* The current thread is where it can be stopped: at any access, any call of code that is not seen, any event.
 */
void omrt_meeting_stop(struct omrt_meeting *m, int current);
/* Who must go on now: a thread's number; -1: nobody must. Asked at each opportunity, and answered once. */
int omrt_meeting_turn(struct omrt_meeting *m);
/* An event of the run. True: the thread was held for long enough; see omrt_meeting_round. */
bool omrt_meeting_event(struct omrt_meeting *m);
/* Nobody can run (`outside`: unless somebody outside does something). False: that is not the hold's doing. */
bool omrt_meeting_stuck(struct omrt_meeting *m, bool outside);
/* All who can run go round and round. False: that is not the hold's doing. */
bool omrt_meeting_round(struct omrt_meeting *m, enum omen_plan_known how);
#endif

/* Strategies: who goes next. Deterministic by seed; asked only while recording (a replay follows the log). */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/sched/recorded.h"

static uint64_t state;
static uint64_t lowest = UINT64_MAX / 2; /* PCT: the next priority to fall to */
static uint64_t change_at[16];           /* PCT: the events at which the running thread falls */
static int changes;
/* SHORTEST, LENGTHS: the length of a run that nobody knows is taken to be one of so many powers of four.
 * AT_ONCE (of small programs, all of whose orders are wanted, FINE_AT_ONCE): of so many new threads one may
 * begin at once; SOON, LATER: the others after 2^SOON to 2^(SOON + LATER - 1) events. */
enum { SHORTEST = 32, LENGTHS = 8, AT_ONCE = 4, FINE_AT_ONCE = 16, SOON = 6, LATER = 7 };

#define STEP 0x9e3779b97f4a7c15ull
uint64_t omrt_strategy_random(void) { /* splitmix64 */
  uint64_t z = (state += STEP);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

void omrt_strategy_init(void) {
  state = omrt_config->seed * 0x2545f4914f6cdd1dull + 1;
  uint64_t steps = omrt_config->pct_steps;
  if (!steps) steps = (uint64_t)SHORTEST << 2 * (omrt_config->seed % LENGTHS); /* each in its turn */
  changes = omrt_config->pct_depth ? (int)omrt_config->pct_depth - 1 : 2;
  if (changes > 16) changes = 16;
  for (int i = 0; i < changes; i++) change_at[i] = 1 + omrt_strategy_random() % steps;
}

void omrt_strategy_new(struct omrt_fiber *f) {
  f->priority = UINT64_MAX / 2 + 1 + (omrt_strategy_random() >> 2);
}

/* Where the outcomes of a small program are looked for, every second run (not by the lowest bits of the seed:
 * choice.c takes those) has others go on only before what they can see. A thread has far more events that
 * nobody sees, libc's calls as it begins and ends, and orders of the rest get seldom. */
static bool only_where_it_shows(void) { return omrt_mode.fine && omrt_config->seed / 8 % 2; }
static bool shows(const struct omrt_fiber *f) {
  return f->pending != OMEN_EV_START && f->pending != OMEN_EV_CREATE && f->pending != OMEN_EV_SYSCALL &&
         f->pending != OMEN_EV_TIME && f->pending != OMEN_EV_TSC;
}

/* A random walk that lets a new thread go at once mostly shows threads in the order of their creation: making
 * one takes libc some ten events, in which the one before has long ended. So most threads begin later, unless
 * nobody else can go on. Other strategies keep to their own rules, but where the outcomes of a small program
 * are looked for. */
void omrt_strategy_begins(struct omrt_fiber *f) {
  if (only_where_it_shows()) return;
  uint32_t by = omrt_config->strategy, at_once = omrt_mode.fine ? FINE_AT_ONCE : AT_ONCE;
  bool later =
      by == OMEN_STRATEGY_RANDOM || (omrt_mode.fine && (by == OMEN_STRATEGY_POS || by == OMEN_STRATEGY_PCT));
  uint64_t draw = later ? omrt_strategy_random() : 0;
  if (draw % at_once) f->begins_at = omrt_events + (1ull << (SOON + (draw >> 8) % LATER));
}

/* Is it time for one of them? If not, and `must`, it is for all: short threads would else run one after the
 * other. */
bool omrt_strategy_due(struct omrt_fiber *list, bool must) {
  for (const struct omrt_fiber *f = list; f; f = f->rnext)
    if (f->begins_at <= omrt_events) return true;
  for (struct omrt_fiber *f = must ? list : NULL; f; f = f->rnext) f->begins_at = 0;
  return must;
}

/* How long the rest is nobody knows: change points are as likely in the next few events as in the many after.
 */
void omrt_strategy_live(void) {
  omrt_strategy_init();
  if (omrt_recorded_wanted()) omrt_recorded_begin();
  for (int i = 0; i < changes; i++) {
    uint64_t scale = 2ull << omrt_strategy_random() % 9;
    change_at[i] = omrt_events + 1 + omrt_strategy_random() % scale;
  }
  /* Each by its number, so that threads which have ended, and may be forgotten, change nothing. */
  uint64_t first = state;
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    state = first + (uint64_t)f->id * STEP;
    omrt_strategy_new(f);
    f->begins_at = 0;
  }
  state = first + (uint64_t)omrt_fibers_made() * STEP;
}

static struct omrt_fiber *highest(struct omrt_fiber *list) {
  struct omrt_fiber *best = NULL;
  for (struct omrt_fiber *f = list; f; f = f->rnext)
    if (f->begins_at <= omrt_events && (!best || f->priority > best->priority)) best = f;
  return best;
}

/* One that is due, if there is one; `or_none`: or NULL, the current one. */
static struct omrt_fiber *any(struct omrt_fiber *list, bool or_none) {
  uint64_t n = 0, now = omrt_events;
  if (!omrt_strategy_due(list, !or_none)) return NULL;
  for (struct omrt_fiber *f = list; f; f = f->rnext) n += f->begins_at <= now;
  uint64_t k = omrt_strategy_random() % (n + or_none);
  while (list && (list->begins_at > now || k--)) list = list->rnext;
  if (list) list->begins_at = 0;
  return list;
}

/* Events of one thread before another's turn. A thread that always ran until it blocks would hand over only
 * where it must: a producer fills its queue before any consumer looks, and the locks of the queue then order
 * what in other runs nothing orders. Small enough to cut such stretches, large enough to cost nothing.
 * Explorations have families of schedules for that, of which this is the one that changes least. */
enum { TURN = 64 };
uint64_t omrt_turn_began;

/* One that has something to do: threads that wait in a loop would only look again. */
static struct omrt_fiber *others_turn(struct omrt_fiber *runnable) {
  if (omrt_events - omrt_turn_began < TURN) return NULL;
  while (runnable && runnable->gave_way) runnable = runnable->rnext;
  return runnable;
}

struct omrt_fiber *omrt_strategy_preempt(struct omrt_fiber *runnable, bool yields) {
  if (omrt_recorded_wanted()) return omrt_recorded_preempt(runnable, yields);
  if (!yields && only_where_it_shows() && !shows(omrt_cur)) return NULL;
  switch (omrt_config->strategy) {
  case OMEN_STRATEGY_RR: return runnable;
  case OMEN_STRATEGY_RANDOM: return any(runnable, !yields);
  case OMEN_STRATEGY_PCT: {
    bool falls = yields;
    for (int i = 0; i < changes; i++) falls |= change_at[i] == omrt_events;
    if (falls) omrt_cur->priority = lowest--;
    omrt_strategy_due(runnable, yields);
    struct omrt_fiber *best = highest(runnable);
    return best && best->priority > omrt_cur->priority ? best : NULL;
  }
  case OMEN_STRATEGY_POS: return omrt_pos_preempt(runnable, yields);
  default: return yields ? runnable : omrt_mode.live ? NULL : others_turn(runnable);
  }
}

/* Threads as they come, or (a plan may say so) the last first: they depend on each other in that order, too.
 */
static struct omrt_fiber *in_order(struct omrt_fiber *list) {
  struct omrt_fiber *last = list;
  if (!omrt_mode.live || omrt_config->seed != OMEN_TAIL_LAST_FIRST) return list;
  for (struct omrt_fiber *f = list; f; f = f->rnext)
    if (f->id > last->id) last = f;
  return last;
}

struct omrt_fiber *omrt_strategy_next(struct omrt_fiber *runnable) {
  if (omrt_recorded_wanted()) return omrt_recorded_next(runnable);
  switch (omrt_config->strategy) {
  case OMEN_STRATEGY_RANDOM: return any(runnable, false);
  case OMEN_STRATEGY_PCT: omrt_strategy_due(runnable, true); return highest(runnable);
  case OMEN_STRATEGY_POS: return omrt_pos_next(runnable);
  default: return in_order(runnable);
  }
}

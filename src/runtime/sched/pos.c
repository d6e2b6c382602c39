/* Partial order sampling (Yuan, Yang, Gu, CAV 2018).
 *
 * Every pending event has a random priority, and the highest goes next. What was pending and conflicts with
 * the event that goes gets a new one; what does not keeps its own. So events that have nothing to do with
 * each other are not drawn for again and again: that an event comes after n unrelated ones has the
 * probability 1/(n+1), where a random walk gives 1/2^n, and orders that differ in conflicts are sampled far
 * more evenly.
 *
 * A pending event is what a fiber does when it goes on from its scheduling point. One that turns out to have
 * to wait has used its priority up, and gets a new one when it can run again. */
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"

/* Events that only look go in any order. */
static bool only_looks(enum omen_ev ev) { return ev == OMEN_EV_ATOMIC_LOAD || ev == OMEN_EV_RW_RDLOCK; }

/* Nothing of the program's state is theirs. */
static bool touches_nothing(enum omen_ev ev) {
  return ev == OMEN_EV_START || ev == OMEN_EV_YIELD || ev == OMEN_EV_PAUSE || ev == OMEN_EV_TICK ||
         ev == OMEN_EV_PREEMPT || ev == OMEN_EV_FENCE || ev == OMEN_EV_TIME || ev == OMEN_EV_TSC;
}

/* Of calls to the system only the number is known: those of one number count as conflicting. So do accesses
 * to watched memory in an exploration, which are pending as OMEN_EV_NONE. */
static bool conflict(const struct omrt_fiber *a, const struct omrt_fiber *b) {
  if (touches_nothing(a->pending) || touches_nothing(b->pending)) return false;
  if ((a->pending == OMEN_EV_SYSCALL) != (b->pending == OMEN_EV_SYSCALL)) return false;
  return a->pending_obj == b->pending_obj && !(only_looks(a->pending) && only_looks(b->pending));
}

static struct omrt_fiber *higher(struct omrt_fiber *best, struct omrt_fiber *f) {
  if (!f->priority) omrt_strategy_new(f);
  return !best || f->priority > best->priority ? f : best;
}

static struct omrt_fiber *highest(struct omrt_fiber *best, struct omrt_fiber *runnable) {
  for (struct omrt_fiber *f = runnable; f; f = f->rnext)
    if (f->begins_at <= omrt_events) best = higher(best, f);
  return best;
}

/* Its event is made now. 0: a new one, when it is needed. */
static void goes(struct omrt_fiber *f, struct omrt_fiber *other) {
  if (other && other != f && conflict(f, other)) other->priority = 0;
}

static struct omrt_fiber *take(struct omrt_fiber *f, struct omrt_fiber *runnable, struct omrt_fiber *cur) {
  f->priority = 0;
  goes(f, cur);
  for (struct omrt_fiber *other = runnable; other; other = other->rnext) goes(f, other);
  return f;
}

/* Whoever yields waits for the others: it comes after all that do not, and by lot among those that do. The
 * lot is drawn anew each time, for all of them: one that once drew a low number and kept it would go only
 * when everybody else drew a lower one, and those that spin for it would do so for ever. */
enum { YIELDED = INT32_MAX }; /* no event's own priority is as low */
static void draw(struct omrt_fiber *f) { f->priority = 1 + (omrt_strategy_random() >> 34); }

struct omrt_fiber *omrt_pos_preempt(struct omrt_fiber *runnable, bool yields) {
  if (yields) {
    for (struct omrt_fiber *f = runnable; f; f = f->rnext)
      if (f->priority && f->priority <= YIELDED) draw(f);
    draw(omrt_cur);
    omrt_strategy_due(runnable, true);
    return take(highest(NULL, runnable), runnable, omrt_cur);
  }
  struct omrt_fiber *best = highest(higher(NULL, omrt_cur), runnable);
  take(best, runnable, omrt_cur);
  return best == omrt_cur ? NULL : best;
}

struct omrt_fiber *omrt_pos_next(struct omrt_fiber *runnable) {
  omrt_strategy_due(runnable, true);
  return take(highest(NULL, runnable), runnable, NULL);
}

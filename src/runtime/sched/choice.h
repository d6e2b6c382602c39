/* One decision among n alternatives that is not "who runs": which store a load takes, where a store goes in
 * the order of its location's stores, which buffered store reaches memory. Each is an event of the current
 * thread, so that a plan can name it by thread and point. The log has what was chosen; a replay takes it from
 * there. Explorations ask their plan first (mode.h, choose), then the strategy; recordings ask the strategy.
 *
 * Alternative 0 is always what a sequentially consistent machine would do. The strategy is biased to it: most
 * bugs of weak memory need one or two stale reads. */
#ifndef OMRT_SCHED_CHOICE_H
#define OMRT_SCHED_CHOICE_H
#include <stdint.h>

enum omrt_choice_kind {
  OMRT_CHOICE_LOAD,   /* which store a load takes; 0: the newest */
  OMRT_CHOICE_PLACE,  /* where a store goes; 0: it is the newest */
  OMRT_CHOICE_DRAIN,  /* whose buffer gives its oldest store to memory; 0: the oldest of all */
  OMRT_CHOICE_WAITER, /* which waiter a condition's signal wakes; 0: the one that waits longest */
};

/* One of `n` alternatives, about the location `obj`. With n below 2 nothing is asked and nothing noted. No
 * other thread runs meanwhile. */
uint32_t omrt_choose(enum omrt_choice_kind kind, const void *obj, uint32_t n);
uint32_t omrt_choice_by_seed(uint64_t seed, uint32_t n);
void omrt_choice_report(void); /* counters */
#endif

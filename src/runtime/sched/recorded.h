/* The order of the recorded run, as a strategy of explorations: of those that can go on, the one whose next
 * event came first there. So while a thread is held the others go on as recorded, and where somebody cannot,
 * or does something else than recorded, nothing but that changes. Events that the recorded run did not have
 * come last.
 *
 * A plan asks for it by the strategy RUN with the seed OMEN_TAIL_AS_RECORDED. */
#ifndef OMRT_SCHED_RECORDED_H
#define OMRT_SCHED_RECORDED_H
#include <stdbool.h>
struct omrt_fiber;

bool omrt_recorded_wanted(void);
void omrt_recorded_begin(void); /* the recording is left */
/* As omrt_strategy_preempt and omrt_strategy_next. */
struct omrt_fiber *omrt_recorded_preempt(struct omrt_fiber *runnable, bool yields);
struct omrt_fiber *omrt_recorded_next(struct omrt_fiber *runnable);
#endif

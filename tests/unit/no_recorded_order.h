/* For tests of sched/strategy.c in which nobody goes on as in a recorded run (sched/recorded.h). */
#ifndef NO_RECORDED_ORDER_H
#define NO_RECORDED_ORDER_H
#include "runtime/sched/recorded.h"
#include <stddef.h>
bool omrt_recorded_wanted(void) { return false; }
void omrt_recorded_begin(void) {}
struct omrt_fiber *omrt_recorded_preempt(struct omrt_fiber *runnable, bool yields) { return NULL; }
struct omrt_fiber *omrt_recorded_next(struct omrt_fiber *runnable) { return NULL; }
#endif

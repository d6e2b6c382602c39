/* explore/assumed.h: what the program does not have, and a plan assumes. Whether that keeps something from
 * going wrong is what the plan is to show.
 *
 * Memory orders (constraints ORDERED, record/plan.h) go to weak/ when the run is live. Critical sections
 * (constraints TOGETHER) are all of one lock: a thread that comes to the first access of a section takes it,
 * and gives it back when it has made the last one, left the function that it began in, or come to the first
 * one again. */
#ifndef OMRT_EXPLORE_ASSUMED_H
#define OMRT_EXPLORE_ASSUMED_H
#include <stdbool.h>
#include <stdint.h>

void omrt_assumed_watch(void); /* the run is live: the memory of the sections is to be told */
/* The current thread is about to make an access; or is at an event. */
void omrt_assumed_access(uint64_t addr, uint64_t len, uint32_t site, const void *frame);
void omrt_assumed_event(void);
/* Nobody can run: true if some wait for the assumed lock. They go on without it: it cannot be had. */
bool omrt_assumed_stuck(void);
void omrt_assumed_report(void);
#endif

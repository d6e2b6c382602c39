/* Steps: who ran after the race, told and followed. The scheduler asks here, and not the strategy itself,
 * once an exploration has left its recording. A decision is named by the thread that it was made over, the
 * number of that thread's events, and how often it was asked since the last of them: the same in every run
 * that went the same way up to there. What run-until-blocked would have done anyway is no decision and is not
 * listed. */
#ifndef OMRT_EXPLORE_STEPS_H
#define OMRT_EXPLORE_STEPS_H
#include <stdbool.h>
#include <stdint.h>
struct omrt_fiber;

/* In place of omrt_strategy_preempt and omrt_strategy_next. */
struct omrt_fiber *omrt_steps_preempt(struct omrt_fiber *runnable, bool yields);
struct omrt_fiber *omrt_steps_next(struct omrt_fiber *runnable);
/* Choices: what the plan says, or, unless its decisions alone decide, the
 * strategy. */
uint32_t omrt_steps_choose(uint32_t kind, const void *obj, uint32_t n);
/* The current thread's load takes this value although there are so many newer stores, the last of them `by`
 * that thread; or its store goes before them. */
void omrt_steps_stale(bool write, uint64_t value, uint32_t size, uint32_t behind, int by);
/* `next` is about to go on instead of the current fiber, or the current one after its own wait. `forced`: for
 * the order of the race. */
void omrt_steps_switch(const struct omrt_fiber *next, bool yields, bool forced);
/* The recording says who goes on: told in a run that tells all. NULL: the current fiber stays, although it
 * yields and others could run. */
void omrt_steps_followed(const struct omrt_fiber *next, bool yields);
/* The current fiber makes its access to the racing memory now. */
void omrt_steps_access(uint64_t addr, uint64_t len, bool write, uint32_t site, const void *frame);
void omrt_steps_settle(
    void); /* what was written last is said, if it is not yet: before any other line, and at the end */
/* Which bytes came from which call: the place in its output that a stream (FILE) has now, and, after the
 * call, what came in since. */
uint64_t omrt_steps_stream(const void *file);
void omrt_steps_put(const void *file, uint64_t since, const void *frame);
/* Bytes that went to a descriptor. */
void omrt_steps_wrote(uint64_t fd, uint64_t len);
#endif

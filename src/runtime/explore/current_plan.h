/* explore/: the plan that this process follows (record/plan.h). It comes with the configuration; a process
 * that a checkpoint forked, or that began as an image of another, gets its own afterwards. */
#ifndef OMRT_EXPLORE_CURRENT_PLAN_H
#define OMRT_EXPLORE_CURRENT_PLAN_H
#include "record/plan_bytes.h"

extern struct omen_plan omrt_plan; /* its lists lie in memory that is never given back; {0}: there is none */
/* Its constraint of two accesses; NULL: it has none. */
extern const struct omen_plan_constraint *omrt_plan_two;
void omrt_plan_init(void); /* from the configuration */
/* From `size` bytes, which stay where they are. A plan that cannot be followed ends the process with a
 * message.
 */
void omrt_plan_follow(void *bytes, uint64_t size);
/* The switch that is due for a thread that made so many events and was asked so often since; NULL: none. Each
 * is given once. */
const struct omen_plan_decision *omrt_plan_switch(uint32_t thread, uint64_t point, uint32_t turn);
/* The signal that comes at this event of the thread; NULL: none. */
const struct omen_plan_decision *omrt_plan_signal(uint32_t thread, uint64_t point);
/* What the thread's choice behind this event is to be; NULL: nothing is said. */
const struct omen_plan_decision *omrt_plan_choice(uint32_t thread, uint64_t point);
/* The constraint of two events is dealt with. True: omrt_plan_two is the next one. */
bool omrt_plan_next_two(void);
#endif

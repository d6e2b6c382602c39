/* Sequencing regions (PLDI'07, the replay analyzer): under OMEN_PLAN_REGION an exploration ends where both
 * threads, after their accesses, come to their next synchronisation or system call. The digest of the
 * program's memory there is what the two orders are compared by. */
#ifndef OMEN_REGION_H
#define OMEN_REGION_H
#include <stdbool.h>
struct omen_fiber;
bool omen_region_wanted(void);
/* The current thread is at an event after both accesses were made. `quantum`: it only worked. Does not return
 * when it was the last of the two. */
void omen_region_point(bool quantum);
/* Whose turn it is: the one of the two that is not at its end yet; NULL: none of them can run. */
struct omen_fiber *omen_region_turn(struct omen_fiber *runnable);
_Noreturn void omen_region_end(void); /* now, however far they are */
#endif

/* Sequencing regions (PLDI'07, the replay analyzer): an exploration whose plan says `region` ends where both
 * threads, after their accesses, come to their next synchronisation or system call. The digest of the
 * program's memory there is what the two orders are compared by. */
#ifndef OMRT_EXPLORE_REGION_H
#define OMRT_EXPLORE_REGION_H
#include <stdbool.h>
struct omrt_fiber;
bool omrt_region_wanted(void);
/* The current thread is at an event after both accesses were made. `quantum`: it only worked. Does not return
 * when it was the last of the two. */
void omrt_region_point(bool quantum);
/* Whose turn it is: the one of the two that is not at its end yet; NULL: none of them can run. */
struct omrt_fiber *omrt_region_turn(struct omrt_fiber *runnable);
_Noreturn void omrt_region_end(void); /* now, however far they are */
#endif

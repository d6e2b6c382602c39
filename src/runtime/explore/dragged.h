/* explore/: a copy is told part by part, and made at once. Whoever holds a thread before it, for one of its
 * parts, lets accesses to the other parts change places with it, too: then the two orders of the one pair
 * differ in more than that. How many such accesses came is a counter of the run (`dragged`). */
#ifndef OMRT_EXPLORE_DRAGGED_H
#define OMRT_EXPLORE_DRAGGED_H
#include <stdbool.h>
#include <stdint.h>

struct omrt_part {
  uint64_t addr, len;
  bool changes;
};
/* The held thread's last access is the one that it is held for. */
void omrt_dragged_begin(void);
void omrt_dragged_again(void); /* only from here on the two orders are two runs */
/* An access of the thread that is held for one. `too`: of the same copy as the one before. */
void omrt_dragged_own(const struct omrt_part *p, bool too);
/* Somebody else's, while that thread is held, and not to what the two race on. */
void omrt_dragged_by(const struct omrt_part *p);
uint64_t omrt_dragged(void);
#endif

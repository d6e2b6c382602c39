/* explore/spinning.h: loops that only look. A thread that comes back to the same place with the same
 * registers and stack, and meanwhile did nothing but read, goes round until somebody writes what it read: a
 * search may take it for one that waits. (Rounds are found by Brent's algorithm, whatever their length. What
 * a loop counts in memory that no other thread looks at is not seen.) */
#ifndef OMRT_EXPLORE_SPINNING_H
#define OMRT_EXPLORE_SPINNING_H
#include <stdbool.h>
#include <stdint.h>

enum { OMRT_SPIN_READS = 32 };
struct omrt_spinning {
  uint64_t local, since; /* registers and stack at a look, and the writes that there had been then */
  uint32_t steps, power; /* looks since; as many as there may be until another one is compared with */
  uint32_t nreads;
  bool round; /* it came back */
  uint64_t reads[OMRT_SPIN_READS];
};

/* The current thread is about to look. */
void omrt_spinning_look(struct omrt_spinning *s);
void omrt_spinning_read(struct omrt_spinning *s, uint64_t cell);
void omrt_spinning_over(struct omrt_spinning *s); /* it did something else */
/* It goes round, and nothing that it read was written since. */
bool omrt_spinning_waits(const struct omrt_spinning *s);
#endif

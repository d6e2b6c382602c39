/* explore/state_key.h: the execution so far, as one number. Two runs in which every thread did the same, and
 * conflicting operations came in the same order, are in the same state (Musuvathi, Qadeer: happens-before
 * caching). So each operation gets a hash of its thread's last one and of the last ones that it conflicts
 * with, and the sum of all is the key of the state.
 *
 * What is operated on are cells: eight bytes of memory each, or things without an address. Order that
 * conflicts make is also kept as vector clocks, and tells accesses that nothing orders: a search may leave
 * out stops before accesses only as long as there are none. */
#ifndef OMRT_EXPLORE_STATE_KEY_H
#define OMRT_EXPLORE_STATE_KEY_H
#include <stdbool.h>
#include <stdint.h>

/* Cells that are no memory. Threads: OMRT_CELL_THREAD + number. */
enum {
  OMRT_CELL_NONE,
  OMRT_CELL_WORLD,
  OMRT_CELL_CLOCK,
  OMRT_CELL_FUTEX,
  OMRT_CELL_SIGNALS,
  OMRT_CELL_THREAD
};
static inline uint64_t omrt_cell_of(const void *addr) { return (uint64_t)addr | 7; }

uint64_t omrt_mix(uint64_t h, uint64_t v);
void omrt_key_thread(int parent, int child); /* `child` begins after what `parent` did */
/* An operation of `thread` on n cells. `orders`: whoever conflicts with it later comes after it. Atomic
 * accesses do not order under a memory model other than sc, so that more races are seen there, never fewer.
 */
void omrt_key_op(int thread, uint32_t what, const uint64_t *cells, int n, bool write, bool orders);
uint64_t omrt_key_now(void);
/* The cells have changed. How often any did; when this one did last. */
void omrt_key_changed(const uint64_t *cells, int n);
uint64_t omrt_key_writes(void);
uint64_t omrt_key_written(uint64_t cell);
/* A plain access to memory that is not operated on: does nothing order it with an earlier one? */
bool omrt_key_races(int thread, uint64_t addr, uint64_t len, bool write);
#endif

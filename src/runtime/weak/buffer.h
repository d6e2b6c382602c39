/* weak/buffer.h: the model tso. Every thread has a FIFO of stores that memory does not have yet. Inside weak/
 * only.
 *
 * When a store drains matters only to a load of the same memory by another thread, and to another store of
 * that memory. So draining is asked for where it matters: before such a load, and before an instruction that
 * empties its own buffer while another holds the same memory. Everything else drains later: no order is lost.
 * For the same reason nobody sees when a store enters its buffer: a search does not stop there.
 */
#ifndef OMRT_WEAK_BUFFER_H
#define OMRT_WEAK_BUFFER_H
#include <stdbool.h>
#include <stdint.h>
struct omrt_weak_thread;

struct omrt_weak_entry {
  uint64_t addr, value, seq; /* seq: the how manieth of all */
  uint32_t size, passed;     /* so many loads of others did not see it */
};

void omrt_tso_load(uint64_t addr, uint32_t size);
void omrt_tso_store(uint64_t addr, uint32_t size, bool sc);
void omrt_tso_rmw(uint64_t addr, uint32_t size);
bool omrt_tso_buffers(bool sc); /* a store of the current thread would go into its buffer */
/* Empties the current thread's buffer, before an access to addr (size 0: none) that goes to memory. */
void omrt_tso_empty(uint64_t addr, uint32_t size);
void omrt_tso_empty_of(struct omrt_weak_thread *t);
void omrt_tso_forget(uint64_t addr, uint64_t len); /* what is held of that memory is of another block */
#endif

/* weak/: memory models. What a load sees is not always what was stored last:
 *
 *   tso    buffer.c: stores wait in a FIFO of their thread. Who stored sees them; others do when they drain.
 *   weak   rc11.c: RC11 (Lahav et al., PLDI 2017). Since happens-before and reads-from have no cycles there,
 *          every execution can be built by adding events in the order in which they are executed. graph.h
 *          keeps what was added, per location; a load chooses a store that coherence allows, a store a place
 *          in the order of its location's stores.
 *
 * The program's code stays as it is: instrumented code calls the runtime right before the access (abi.h). The
 * runtime puts the chosen value into memory for that one instruction, and at its next entry (settle.h) takes
 * what was stored and puts the newest value back. Memory therefore holds the newest values whenever anybody
 * else looks: other threads, the kernel, code that is not instrumented.
 *
 * Followed are atomic accesses of up to eight bytes, and, in explorations, plain accesses to watched memory,
 * as relaxed ones. What else changes memory is noticed by its value, and begins a new history. */
#ifndef OMRT_WEAK_WEAK_H
#define OMRT_WEAK_WEAK_H
#include "runtime/weak/weak_clock.h"
struct omrt_fiber;

extern bool omrt_weak_on; /* the run has a model other than sc */
void omrt_weak_init(void);
void omrt_weak_report(void); /* counters */

/* Right before the instruction, as the last thing that the runtime does. Orders are C11's numbers. */
void omrt_weak_load(const void *addr, uint32_t size, uint32_t order);
void omrt_weak_store(void *addr, uint32_t size, uint32_t order);
void omrt_weak_rmw(void *addr, uint32_t size, uint32_t order);
/* `orders`: of success | of failure << 8. True: it will succeed. */
bool omrt_weak_cas(void *addr, uint64_t expected, uint32_t size, uint32_t orders);
void omrt_weak_fence(uint32_t order);
/* A plain access: a read, a write, or a read and then a write by one instruction or two. `order`: RELAXED,
 * or what is assumed of it. */
void omrt_weak_plain(uint64_t addr, uint64_t size, bool reads, bool writes, uint32_t order);
/* What a plan assumes that the program does not have (record/plan.h, ORDERED): stronger orders by site, and
 * fences before it. */
extern bool omrt_weak_assumes;
void omrt_weak_assume(uint32_t site, uint32_t order, uint32_t fence);
uint32_t omrt_weak_assumed_order(uint32_t order, uint32_t site); /* at least the order */
void omrt_weak_assumed_fence(uint32_t site);
/* Whatever comes next is code that is not seen, or the kernel: a seq_cst fence of the current thread, which
 * sees all that was stored. */
void omrt_weak_outward(void);
/* So, and it reads that memory, as it is now. */
void omrt_weak_read_outside(uint64_t addr, uint64_t len);
bool omrt_weak_holds(const struct omrt_fiber *f); /* stores of its own that others do not see yet (tso) */

/* ---- for searches ---- */
extern bool omrt_weak_keyed; /* keys will be asked for: set where a search begins */
/* The state, as far as accesses that the model follows are concerned, as one number. weak: the execution so
 * far, which store each load took, and the order of stores; whatever the order in which they were made. tso:
 * what memory and buffers hold, and what each thread read. *whole becomes false where histories were cut, so
 * that two executions could have one number. */
uint64_t omrt_weak_key(bool *whole);
/* The atomic access that the current thread is about to make, told before its scheduling point. Taken once.
 */
void omrt_weak_ahead(uint32_t size, uint32_t order);
struct omrt_weak_coming {
  bool followed; /* the model follows it, so that the key says all of it */
  bool unseen;   /* a store that goes into its thread's buffer: nobody sees when (tso) */
};
struct omrt_weak_coming omrt_weak_coming(uint64_t addr, bool stores_only);
bool omrt_weak_follows(uint64_t addr, uint64_t size);
bool omrt_weak_states(void); /* the key is of the state, whoever accessed it and how (tso) */

void omrt_weak_forget(uint64_t addr, uint64_t len); /* that memory begins anew */

/* What orders threads, for shadow/hb.c: the current thread and a clock. */
void omrt_weak_acquire(const struct omrt_weak_clock *c);
void omrt_weak_release(struct omrt_weak_clock *c, bool instead); /* instead: of what is in it */
void omrt_weak_fork(struct omrt_fiber *parent, struct omrt_fiber *child);
void omrt_weak_joined(struct omrt_fiber *self, struct omrt_fiber *dead);
void omrt_weak_meet(struct omrt_fiber *other);
void omrt_weak_end(struct omrt_fiber *f);  /* it ran its last */
void omrt_weak_gone(struct omrt_fiber *f); /* nobody joins it any more */
#endif

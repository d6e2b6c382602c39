/* shadow/hb.h: the happens-before clocks of threads and synchronisation objects, as seen by sync/ and sched/.
 * Everything that orders threads is made of these few operations on clock objects; in the watch pass each is
 * also logged as an event of the same meaning (trace/kinds.def), so that the offline engines see the same
 * order.
 *
 * A thread's life is cut into *segments*, numbered globally and increasing; a thread begins a new one
 * whenever it releases. A vector clock maps a thread slot to the last segment of that slot that happens
 * before. */
#ifndef OMRT_SHADOW_HB_H
#define OMRT_SHADOW_HB_H
#include "runtime/weak/weak_clock.h"
#include <stdbool.h>
#include <stdint.h>
struct omrt_fiber;
struct omrt_vc;

struct omrt_clk { /* zero is a valid, empty clock. Owned by whoever embeds it; omrt_clk_reset gives its memory
                     back. */
  struct omrt_vc *vc;
  uint32_t id;                 /* for the watch log; given at first use */
  uint32_t last;               /* the thread (+ 1) that released to it last, if no other took it since */
  struct omrt_weak_clock weak; /* the same for the memory models, which need it in every mode */
};

void omrt_hb_main(struct omrt_fiber *main_fiber);                       /* once, at start-up */
void omrt_hb_fork(struct omrt_fiber *parent, struct omrt_fiber *child); /* child starts after parent's past */
void omrt_hb_end(struct omrt_fiber *f);                                 /* f ran its last */
void omrt_hb_gone(struct omrt_fiber *f); /* it ended, and nobody will join it any more: forgotten */
void omrt_hb_join(struct omrt_fiber *self, struct omrt_fiber *dead); /* dead's past is now self's past */
void omrt_hb_switch(struct omrt_fiber *to);                          /* `to` runs from here: set __omen_hot */

void omrt_hb_handler(void); /* the program has a signal handler */

/* Locks: acquire and release of a mutual exclusion (logged as acq / rel of the lock at `addr`). */
void omrt_hb_lock(struct omrt_clk *c, const void *addr);
void omrt_hb_unlock(struct omrt_clk *c, const void *addr);
/* Locks for readers and writers, at `addr`. A reader takes `c` and releases to `r`, which nobody takes before
 * that; a writer takes both and releases to `c`. So readers do not order each other. */
void omrt_hb_rdlock(struct omrt_clk *c, struct omrt_clk *r, const void *addr);
void omrt_hb_rdunlock(struct omrt_clk *r, const void *addr);
void omrt_hb_wrlock(struct omrt_clk *c, struct omrt_clk *r, const void *addr);
void omrt_hb_wrunlock(struct omrt_clk *c, const void *addr);
/* Anything else. acquire: C_t |= c. release: c |= C_t (publish). release_store: c := C_t (signal). */
void omrt_hb_acquire(struct omrt_clk *c);
/* f waits, and takes `c` before it does anything else (it still calls acquire then): known now already, what
 * all have behind them need not be remembered from here on. Then, once for all of them: */
void omrt_hb_will_acquire(struct omrt_fiber *f, struct omrt_clk *c);
void omrt_hb_settle(void);
void omrt_hb_release(struct omrt_clk *c);
void omrt_hb_release_store(struct omrt_clk *c);
/* The current thread and f, which waits or is ready, meet: what either did so far comes before what both do
 * from here on. The second: all threads that have not ended. */
void omrt_hb_meet(struct omrt_fiber *f);
void omrt_hb_meet_all(void);
void omrt_clk_reset(struct omrt_clk *c);

/* Memory whose past does not matter any more (fresh from malloc or mmap, a new thread's stack). */
void omrt_shadow_reset(const void *addr, uint64_t len);
/* An access by the current thread that no instrumented instruction makes (free; a system call's buffer). */
void omrt_shadow_access(const void *addr, uint64_t len, bool write, uint32_t site);
/* The program faults, by an access to addr which may not have been checked yet. */
void omrt_shadow_faulted(uint64_t addr);
/* So many events were followed: for whoever waits for the watch pass. */
void omrt_watch_position(uint64_t events);
/* The whole shadow memory, reserved before anything else; and its part of the outcome file. */
void omrt_shadow_init(void);
void omrt_shadow_report(void);
#endif

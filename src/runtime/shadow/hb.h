/* shadow/hb.h: the happens-before clocks of threads and synchronisation objects, as seen by sync/ and sched/.
 * Everything that orders threads is made of these few operations on clock objects; in the watch pass each is
 * also logged as an event of the same meaning (trace/kinds.def), so that the offline engines see the same
 * order.
 *
 * A thread's life is cut into *segments*, numbered globally and increasing; a thread begins a new one
 * whenever it releases. A vector clock maps a thread slot to the last segment of that slot that happens
 * before. */
#ifndef OMEN_HB_H
#define OMEN_HB_H
#include <stdbool.h>
#include <stdint.h>
struct omen_fiber;
struct omen_vc;

struct omen_clk { /* zero is a valid, empty clock. Owned by whoever embeds it; omen_clk_reset gives its memory
                     back. */
  struct omen_vc *vc;
  uint32_t id;   /* for the watch log; given at first use */
  uint32_t last; /* the thread (+ 1) that released to it last, if no other took it since */
};

void omen_hb_main(struct omen_fiber *main_fiber);                       /* once, at start-up */
void omen_hb_fork(struct omen_fiber *parent, struct omen_fiber *child); /* child starts after parent's past */
void omen_hb_end(struct omen_fiber *f);                                 /* f ran its last */
void omen_hb_gone(struct omen_fiber *f); /* it ended, and nobody will join it any more: forgotten */
void omen_hb_join(struct omen_fiber *self, struct omen_fiber *dead); /* dead's past is now self's past */
void omen_hb_switch(struct omen_fiber *to);                          /* `to` runs from here: set __omen_hot */

void omen_hb_handler(void); /* the program has a signal handler */

/* Locks: acquire and release of a mutual exclusion (logged as acq / rel of the lock at `addr`). */
void omen_hb_lock(struct omen_clk *c, const void *addr);
void omen_hb_unlock(struct omen_clk *c, const void *addr);
/* Locks for readers and writers, at `addr`. A reader takes `c` and releases to `r`, which nobody takes before
 * that; a writer takes both and releases to `c`. So readers do not order each other. */
void omen_hb_rdlock(struct omen_clk *c, struct omen_clk *r, const void *addr);
void omen_hb_rdunlock(struct omen_clk *r, const void *addr);
void omen_hb_wrlock(struct omen_clk *c, struct omen_clk *r, const void *addr);
void omen_hb_wrunlock(struct omen_clk *c, const void *addr);
/* Anything else. acquire: C_t |= c. release: c |= C_t (publish). release_store: c := C_t (signal). */
void omen_hb_acquire(struct omen_clk *c);
/* f waits, and takes `c` before it does anything else (it still calls acquire then): known now already, what
 * all have behind them need not be remembered from here on. Then, once for all of them: */
void omen_hb_will_acquire(struct omen_fiber *f, struct omen_clk *c);
void omen_hb_settle(void);
void omen_hb_release(struct omen_clk *c);
void omen_hb_release_store(struct omen_clk *c);
void omen_clk_reset(struct omen_clk *c);

/* Memory whose past does not matter any more (fresh from malloc or mmap, a new thread's stack). */
void omen_shadow_reset(const void *addr, uint64_t len);
/* An access by the current thread that no instrumented instruction makes (free; a system call's buffer). */
void omen_shadow_access(const void *addr, uint64_t len, bool write, uint32_t site);
/* The program faults, by an access to addr which may not have been checked yet. */
void omen_shadow_faulted(uint64_t addr);
/* So many events were followed: for whoever waits for the watch pass. */
void omen_watch_position(uint64_t events);
/* The whole shadow memory, reserved before anything else; and its part of the outcome file. */
void omen_shadow_init(void);
void omen_shadow_report(void);
#endif

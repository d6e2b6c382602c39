/* shadow/hidden.h: calls of code whose accesses are not seen, as the shadow sees them. Such a call may use
 * any of the objects that it can reach to wait for another thread, or to let one go on. What is known is when
 * it began, when it ended, and what it can reach; so two calls that reach one object are ordered as they
 * came. These are the BarrierPairs of RDIT. */
#ifndef OMRT_SHADOW_HIDDEN_H
#define OMRT_SHADOW_HIDDEN_H
#include <stdbool.h>
#include <stdint.h>
struct omrt_fiber;

struct omrt_hidden { /* a call that goes on; made and freed by memory/reach.c */
  struct omrt_hidden *next;
  struct omrt_fiber *fiber;
  uint64_t sp; /* the stack of its caller: lower ones of the same thread are inside of it */
  bool all;    /* it reaches more than was followed: any object */
  uint32_t n;
  struct omrt_hidden_object {
    uint64_t base, end;
  } object[];
};
extern struct omrt_hidden *omrt_hidden_open; /* all calls that go on, of all threads, the newest first */
extern bool omrt_hidden_some;                /* there was such a call */

/* The current thread's call begins (it is not in the list yet), or ends (it is not any more). */
void omrt_hidden_step(const struct omrt_hidden *call);
/* `to` runs from here on. */
void omrt_hidden_switched(const struct omrt_fiber *to);
/* Takes the clocks of what was released to atomics in [lo, hi) (atomic.c). */
void omrt_atoms_acquire(uint64_t lo, uint64_t hi);
/* The current thread is about to use an atomic at addr, or did: seen code that may be waited for by hidden
 * code, or wait for it. */
void omrt_hidden_before(uint64_t addr);
void omrt_hidden_after(uint64_t addr);
#endif

/* No memory model but sc: what the sources of runtime/shadow/ call of runtime/weak/. */
#include "runtime/upward.h"
#include "runtime/weak/weak.h"
bool omrt_weak_on, omrt_weak_unsettled;
void omrt_weak_load(const void *addr, uint32_t size, uint32_t order) {}
void omrt_weak_store(void *addr, uint32_t size, uint32_t order) {}
void omrt_weak_rmw(void *addr, uint32_t size, uint32_t order) {}
bool omrt_weak_cas(void *addr, uint64_t expected, uint32_t size, uint32_t orders) { return false; }
void omrt_weak_fence(uint32_t order) {}
void omrt_weak_plain(uint64_t addr, uint64_t size, bool reads, bool writes, uint32_t order) {}
bool omrt_weak_assumes;
uint32_t omrt_weak_assumed_order(uint32_t order, uint32_t site) { return order; }
void omrt_weak_assumed_fence(uint32_t site) {}
void omrt_weak_outward(void) {}
void omrt_weak_read_outside(uint64_t addr, uint64_t len) {}
void omrt_weak_ahead(uint32_t size, uint32_t order) {}
void omrt_weak_forget(uint64_t addr, uint64_t len) {}
void omrt_weak_acquire(const struct omrt_weak_clock *c) {}
void omrt_weak_release(struct omrt_weak_clock *c, bool instead) {}
void omrt_weak_fork(struct omrt_fiber *parent, struct omrt_fiber *child) {}
void omrt_weak_joined(struct omrt_fiber *self, struct omrt_fiber *dead) {}
void omrt_weak_meet(struct omrt_fiber *other) {}
void omrt_weak_end(struct omrt_fiber *f) {}
void omrt_weak_gone(struct omrt_fiber *f) {}
void omrt_weak_join(struct omrt_weak_clock *c, const struct omrt_weak_clock *from) {}
void omrt_weak_copy(struct omrt_weak_clock *c, const struct omrt_weak_clock *from) {}
void omrt_weak_clear(struct omrt_weak_clock *c) {}

/* weak/weak_model.h: which model this run has. Inside weak/ only. */
#ifndef OMRT_WEAK_MODEL_H
#define OMRT_WEAK_MODEL_H
#include "record/memory.h"
#include "runtime/rt.h"

static inline bool omrt_tso(void) { return omrt_config->flags & OMEN_FLAG_TSO; }

/* rc11.c: as weak.h has them. */
void omrt_rc11_load(uint64_t addr, uint32_t size, uint32_t order);
void omrt_rc11_store(uint64_t addr, uint32_t size, uint32_t order);
void omrt_rc11_rmw(uint64_t addr, uint32_t size, uint32_t order);
bool omrt_rc11_cas(uint64_t addr, uint64_t expected, uint32_t size, uint32_t success, uint32_t failure);
void omrt_rc11_fence(uint32_t order);
void omrt_rc11_outward(void);
void omrt_rc11_read_outside(uint64_t addr, uint32_t size);
/* graph.c */
struct omrt_weak_thread;
void omrt_weak_refresh(struct omrt_weak_thread *t); /* all stores so far are seen by it */
void omrt_weak_forget_places(uint64_t addr, uint64_t len);
uint64_t omrt_weak_graph_key(bool *whole);

static inline uint64_t omrt_weak_mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15ull;
  h ^= h >> 29;
  h *= 0xbf58476d1ce4e5b9ull;
  return h ^ h >> 32;
}
#endif

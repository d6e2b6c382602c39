/* The operations of weak.h, by model. */
#include "runtime/abi.h"
#include "runtime/outcome_write.h"
#include "runtime/weak/buffer.h"
#include "runtime/weak/graph.h"
#include "runtime/weak/weak_model.h"
#include "runtime/weak/settle.h"
#include "runtime/weak/weak.h"

bool omrt_weak_on;

void omrt_weak_init(void) {
  omrt_weak_on = omen_memory_of(omrt_config->flags) != OMEN_MEMORY_SC;
  if (omrt_weak_on) __omen_hot.opaque |= OMEN_OPAQUE_DUE; /* calls of code that is not seen are told */
}

void omrt_weak_report(void) {
  if (omrt_weak_on) omrt_line_counter("histories_cut", omrt_weak_cut);
}

void omrt_weak_load(const void *addr, uint32_t size, uint32_t order) {
  omrt_weak_settle();
  if (omrt_tso())
    omrt_tso_load((uint64_t)addr, size);
  else
    omrt_rc11_load((uint64_t)addr, size, order);
}

void omrt_weak_store(void *addr, uint32_t size, uint32_t order) {
  omrt_weak_settle();
  if (omrt_tso())
    omrt_tso_store((uint64_t)addr, size, order == OMRT_SEQ_CST);
  else
    omrt_rc11_store((uint64_t)addr, size, order);
}

void omrt_weak_rmw(void *addr, uint32_t size, uint32_t order) {
  omrt_weak_settle();
  if (omrt_tso())
    omrt_tso_empty((uint64_t)addr, size);
  else
    omrt_rc11_rmw((uint64_t)addr, size, order);
}

/* Of 16 bytes only half is known: it counts as done. */
bool omrt_weak_cas(void *addr, uint64_t expected, uint32_t size, uint32_t orders) {
  omrt_weak_settle();
  if (!omrt_tso() && size <= 8)
    return omrt_rc11_cas((uint64_t)addr, expected, size, orders & 255, orders >> 8 & 255);
  if (omrt_tso())
    omrt_tso_empty((uint64_t)addr, size);
  else
    omrt_rc11_rmw((uint64_t)addr, size, orders & 255);
  return size > 8 || omrt_weak_peek((uint64_t)addr, size) == expected;
}

void omrt_weak_fence(uint32_t order) {
  omrt_weak_settle();
  if (!omrt_tso())
    omrt_rc11_fence(order);
  else if (order == OMRT_SEQ_CST)
    omrt_tso_empty(0, 0);
}

/* A read and a write that are not one step: between them others may store, in memory order. */
void omrt_weak_plain(uint64_t addr, uint64_t size, bool reads, bool writes) {
  omrt_weak_settle();
  if (size > 8) return omrt_weak_outward();
  if (omrt_tso()) return omrt_tso_plain(addr, (uint32_t)size, reads, writes);
  if (reads) omrt_rc11_load(addr, (uint32_t)size, OMRT_RELAXED);
  if (writes) omrt_rc11_store(addr, (uint32_t)size, OMRT_RELAXED);
}

void omrt_weak_outward(void) {
  omrt_weak_settle();
  if (omrt_tso())
    omrt_tso_empty(0, 0);
  else
    omrt_weak_refresh(omrt_weak_self());
}

void omrt_weak_forget(uint64_t addr, uint64_t len) {
  omrt_weak_settle();
  omrt_weak_forget_places(addr, len);
  omrt_tso_forget(addr, len);
}

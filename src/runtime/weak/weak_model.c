/* The operations of weak.h, by model. */
#include "runtime/abi.h"
#include "runtime/outcome_write.h"
#include "runtime/weak/buffer.h"
#include "runtime/weak/graph.h"
#include "runtime/weak/weak_model.h"
#include "runtime/weak/settle.h"
#include "runtime/weak/tso_key.h"
#include "runtime/weak/weak.h"

bool omrt_weak_on;

void omrt_weak_init(void) {
  omrt_weak_on = omen_memory_of(omrt_config->flags) != OMEN_MEMORY_SC;
  if (omrt_weak_on) __omen_hot.opaque |= OMEN_OPAQUE_DUE; /* calls of code that is not seen are told */
}

void omrt_weak_report(void) {
  if (!omrt_weak_on) return;
  omrt_line_counter("histories_cut", omrt_weak_cut);
  omrt_line_counter("stale_unsure", omrt_weak_unsure);
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
    omrt_tso_rmw((uint64_t)addr, size);
  else
    omrt_rc11_rmw((uint64_t)addr, size, order);
}

/* Of 16 bytes only half is known: it counts as done. */
bool omrt_weak_cas(void *addr, uint64_t expected, uint32_t size, uint32_t orders) {
  omrt_weak_settle();
  if (!omrt_tso() && size <= 8)
    return omrt_rc11_cas((uint64_t)addr, expected, size, orders & 255, orders >> 8 & 255);
  if (omrt_tso())
    omrt_tso_rmw((uint64_t)addr, size);
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
void omrt_weak_plain(uint64_t addr, uint64_t size, bool reads, bool writes, uint32_t order) {
  omrt_weak_settle();
  if (size > 8) return reads ? omrt_weak_read_outside(addr, size) : omrt_weak_outward();
  if (reads) omrt_tso() ? omrt_tso_load(addr, (uint32_t)size) : omrt_rc11_load(addr, (uint32_t)size, order);
  if (!writes) return;
  if (omrt_tso())
    omrt_tso_store(addr, (uint32_t)size, order == OMRT_SEQ_CST);
  else
    omrt_rc11_store(addr, (uint32_t)size, order);
}

void omrt_weak_outward(void) {
  omrt_weak_settle();
  if (!omrt_weak_on) return;
  if (omrt_tso())
    omrt_tso_empty(0, 0);
  else
    omrt_rc11_outward();
}

void omrt_weak_read_outside(uint64_t addr, uint64_t len) {
  omrt_weak_outward();
  if (!omrt_weak_on) return;
  if (omrt_tso())
    omrt_tso_took(omrt_weak_self(), addr, len);
  else if (len <= 8)
    omrt_rc11_read_outside(addr, (uint32_t)len);
}

void omrt_weak_forget(uint64_t addr, uint64_t len) {
  omrt_weak_settle();
  omrt_weak_forget_places(addr, len);
  omrt_tso_forget(addr, len);
}

/* ---- for searches ---- */

static struct {
  uint32_t size, order; /* size 0: not told */
} ahead;

void omrt_weak_ahead(uint32_t size, uint32_t order) {
  ahead.size = size;
  ahead.order = order;
}

bool omrt_weak_follows(uint64_t addr, uint64_t size) {
  return size && size <= 8 && !(size & (size - 1)) && (addr & 7) + size <= 8;
}

bool omrt_weak_states(void) { return omrt_weak_on && omrt_tso(); }

struct omrt_weak_coming omrt_weak_coming(uint64_t addr, bool stores_only) {
  struct omrt_weak_coming c = {.followed = omrt_weak_on && omrt_weak_follows(addr, ahead.size)};
  c.unseen = c.followed && stores_only && omrt_tso() && omrt_tso_buffers(ahead.order == OMRT_SEQ_CST);
  ahead.size = 0;
  return c;
}

uint64_t omrt_weak_key(bool *whole) { return omrt_tso() ? omrt_tso_key() : omrt_weak_graph_key(whole); }

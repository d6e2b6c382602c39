/* Swapping values around one instruction: see settle.h. */
#include "runtime/weak/settle.h"
#include "runtime/upward.h"
#include "runtime/weak/buffer.h"
#include "runtime/weak/graph.h"
#include <string.h>

bool omrt_weak_unsettled;
static struct {
  uint64_t addr, back;
  uint32_t size;
  struct omrt_weak_node *store;
  struct omrt_weak_entry *entry;
} pending;

uint64_t omrt_weak_peek(uint64_t addr, uint32_t size) {
  switch (size) {
  case 1: return *(const volatile uint8_t *)addr;
  case 2: return *(const volatile uint16_t *)addr;
  case 4: return *(const volatile uint32_t *)addr;
  default: return *(const volatile uint64_t *)addr;
  }
}

void omrt_weak_poke(uint64_t addr, uint32_t size, uint64_t value) {
  switch (size) {
  case 1: *(volatile uint8_t *)addr = (uint8_t)value; return;
  case 2: *(volatile uint16_t *)addr = (uint16_t)value; return;
  case 4: *(volatile uint32_t *)addr = (uint32_t)value; return;
  default: *(volatile uint64_t *)addr = value; return;
  }
}

static void open(uint64_t addr, uint32_t size) {
  if (omrt_weak_unsettled) return; /* a load that is shown something, and then a store */
  pending.addr = addr;
  pending.size = size;
  pending.back = omrt_weak_peek(addr, size);
  pending.store = NULL;
  pending.entry = NULL;
  omrt_weak_unsettled = true;
}

void omrt_weak_show(uint64_t addr, uint32_t size, uint64_t value) {
  open(addr, size);
  omrt_weak_poke(addr, size, value);
}

void omrt_weak_take(struct omrt_weak_node *store) {
  open(store->place->addr, store->place->size);
  pending.store = store;
}

void omrt_weak_hold_back(struct omrt_weak_entry *entry) {
  open(entry->addr, entry->size);
  pending.entry = entry;
}

void omrt_weak_settle(void) {
  if (!omrt_weak_unsettled) return;
  omrt_weak_unsettled = false;
  uint64_t now = omrt_weak_peek(pending.addr, pending.size);
  if (pending.entry) pending.entry->value = now;
  if (pending.store) {
    pending.store->value = now;
    pending.back = omrt_weak_newest(pending.store->place)->value;
  }
  if (now != pending.back) omrt_weak_poke(pending.addr, pending.size, pending.back);
}

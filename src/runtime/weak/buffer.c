/* Store buffers: see buffer.h. */
#include "runtime/weak/buffer.h"
#include "runtime/fiber/fiber.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/choice.h"
#include "runtime/weak/graph.h"
#include "runtime/weak/settle.h"
#include <string.h>

enum {
  MOST = 64,
  PATIENCE = 8
}; /* PATIENCE: an entry that so many loads did not see drains: spinning threads */
static uint64_t stores;

static bool overlaps(const struct omrt_weak_entry *e, uint64_t addr, uint32_t size) {
  return e->addr < addr + size && addr < e->addr + e->size;
}

static bool holds(const struct omrt_weak_thread *t, uint64_t addr, uint32_t size) {
  for (uint32_t i = 0; i < t->entries; i++)
    if (overlaps(&t->entry[i], addr, size)) return true;
  return false;
}

static void drain(struct omrt_weak_thread *t) {
  const struct omrt_weak_entry *e = &t->entry[0];
  omrt_weak_poke(e->addr, e->size, e->value);
  memmove(t->entry, t->entry + 1, --t->entries * sizeof *t->entry);
}

/* Threads with something in their buffers, the one with the oldest store first. */
static uint32_t waiting(struct omrt_weak_thread *out[MOST]) {
  uint32_t n = 0;
  for (struct omrt_fiber *f = omrt_alive; f && n < MOST; f = f->alive_next) {
    if (!f->weak || !f->weak->entries) continue;
    uint32_t at = n++;
    for (; at && out[at - 1]->entry[0].seq > f->weak->entry[0].seq; at--) out[at] = out[at - 1];
    out[at] = f->weak;
  }
  return n;
}

static bool held_by_others(const struct omrt_weak_thread *t, uint64_t addr, uint32_t size) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (f->weak && f->weak != t && holds(f->weak, addr, size)) return true;
  return false;
}

/* Counts a load that goes past what others hold. True: one has waited long enough. */
static bool impatient(const struct omrt_weak_thread *t, uint64_t addr, uint32_t size) {
  bool over = false;
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    for (uint32_t i = 0; f->weak && f->weak != t && i < f->weak->entries; i++)
      if (overlaps(&f->weak->entry[i], addr, size)) over |= ++f->weak->entry[i].passed > PATIENCE;
  return over;
}

/* A load goes past these stores. */
static void tell_passed(const struct omrt_weak_thread *t, uint64_t addr, uint32_t size) {
  uint32_t behind = 0;
  uint64_t newest = 0;
  int by = 0;
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    for (uint32_t i = 0; f->weak && f->weak != t && i < f->weak->entries; i++) {
      const struct omrt_weak_entry *e = &f->weak->entry[i];
      if (!overlaps(e, addr, size)) continue;
      behind++;
      if (e->seq > newest) newest = e->seq, by = f->id;
    }
  if (behind && omrt_mode.stale && size <= 8)
    omrt_mode.stale(false, omrt_weak_peek(addr, size), size, behind, by);
}

/* Any order of drains that can make a difference to this load; the last alternative: no more of them. */
static void drain_for_load(struct omrt_weak_thread *t, uint64_t addr, uint32_t size) {
  bool all = false;
  while (held_by_others(t, addr, size)) {
    struct omrt_weak_thread *from[MOST];
    uint32_t n = waiting(from), k = all ? 0 : omrt_choose(OMRT_CHOICE_DRAIN, (void *)addr, n + 1);
    if (k < n)
      drain(from[k]);
    else if (impatient(t, addr, size))
      all = true;
    else
      return tell_passed(t, addr, size);
  }
}

void omrt_tso_load(uint64_t addr, uint32_t size) {
  struct omrt_weak_thread *t = omrt_weak_self();
  drain_for_load(t, addr,
                 size); /* also if the thread's own store is the newest: it may have drained before others */
  for (uint32_t i = t->entries; i-- > 0;) {
    const struct omrt_weak_entry *e = &t->entry[i];
    if (!overlaps(e, addr, size)) continue;
    if (e->addr != addr || e->size != size) { /* forwarded in parts by no processor: it waits */
      omrt_tso_empty(0, 0);
      break;
    }
    omrt_weak_show(addr, size, e->value);
    return;
  }
}

static bool shared_with_others(const struct omrt_weak_thread *t, uint64_t addr, uint32_t size) {
  if (size && held_by_others(t, addr, size)) return true;
  for (uint32_t i = 0; i < t->entries; i++)
    if (held_by_others(t, t->entry[i].addr, t->entry[i].size)) return true;
  return false;
}

static void empty(struct omrt_weak_thread *t, uint64_t addr, uint32_t size) {
  while (t->entries || (size && held_by_others(t, addr, size))) {
    struct omrt_weak_thread *from[MOST];
    if (!shared_with_others(t, addr, size)) {
      drain(t);
      continue;
    }
    uint32_t n = waiting(from), enough = !t->entries;
    uint32_t k = omrt_choose(OMRT_CHOICE_DRAIN, (void *)(t->entries ? t->entry[0].addr : addr), n + enough);
    if (k == n) return; /* what others hold of it comes later */
    drain(from[k]);
  }
}

void omrt_tso_empty(uint64_t addr, uint32_t size) { empty(omrt_weak_self(), addr, size); }
void omrt_tso_empty_of(struct omrt_weak_thread *t) { empty(t, 0, 0); }

void omrt_tso_store(uint64_t addr, uint32_t size, bool sc) {
  struct omrt_weak_thread *t = omrt_weak_self();
  bool plain = size && size <= 8 && !(size & (size - 1));
  if (sc || !plain || omrt_weak_alone()) {
    empty(t, addr, size);
    return;
  }
  if (!t->entry) t->entry = omrt_alloc(OMRT_WEAK_BUFFER * sizeof *t->entry);
  if (t->entries == OMRT_WEAK_BUFFER) drain(t);
  struct omrt_weak_entry *e = &t->entry[t->entries++];
  *e = (struct omrt_weak_entry){.addr = addr, .size = size, .seq = ++stores};
  omrt_weak_hold_back(e);
}

static void forget_of(struct omrt_weak_thread *t, uint64_t lo, uint64_t hi) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->entries; i++)
    if (t->entry[i].addr >= hi || t->entry[i].addr + t->entry[i].size <= lo) t->entry[kept++] = t->entry[i];
  t->entries = kept;
}

void omrt_tso_forget(uint64_t addr, uint64_t len) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (f->weak && f->weak->entries) forget_of(f->weak, addr, addr + len < addr ? UINT64_MAX : addr + len);
}

void omrt_tso_plain(uint64_t addr, uint32_t size, bool reads, bool writes) {
  if (reads) omrt_tso_load(addr, size);
  if (writes) omrt_tso_store(addr, size, false);
}

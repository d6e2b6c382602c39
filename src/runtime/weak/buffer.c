/* Store buffers: see buffer.h. */
#include "runtime/weak/buffer.h"
#include "runtime/fiber/fiber.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/choice.h"
#include "runtime/weak/graph.h"
#include "runtime/weak/settle.h"
#include "runtime/weak/tso_key.h"
#include "runtime/weak/weak.h"
#include <string.h>

/* PATIENCE: an entry that so many loads did not see drains, for threads that spin. Not in searches and plans:
 * there each choice is made on purpose, and loops that only look are known (explore/spinning.h). */
enum { MOST = 64, PATIENCE = 8 };
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

/* ---- what may drain ----
 * Before an access some entries of buffers matter: those of the accessed memory, those of the current thread
 * if it empties its buffer, whatever is before these in their buffers, and others' entries of the same memory
 * as any of them, since the order of two stores of one location is seen for ever. All else drains later. */

struct lot { /* the first `n` entries of a thread matter */
  struct omrt_weak_thread *t;
  uint32_t n;
};
struct lots {
  struct lot of[MOST];
  uint32_t n;
};

/* Entries of the thread up to the last one of that memory. */
static uint32_t up_to(const struct omrt_weak_thread *t, uint64_t addr, uint32_t size) {
  for (uint32_t i = t->entries; i > 0; i--)
    if (overlaps(&t->entry[i - 1], addr, size)) return i;
  return 0;
}

/* Others' entries of what this thread's matter. True: more matter now. */
static bool spread(struct lots *all, const struct lot *from) {
  bool more = false;
  for (uint32_t k = 0; k < all->n; k++)
    for (uint32_t i = 0; i < from->n && &all->of[k] != from; i++) {
      uint32_t n = up_to(all->of[k].t, from->t->entry[i].addr, from->t->entry[i].size);
      if (n <= all->of[k].n) continue;
      all->of[k].n = n;
      more = true;
    }
  return more;
}

static void keep_those_that_matter(struct lots *all) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < all->n; i++)
    if (all->of[i].n) all->of[kept++] = all->of[i];
  all->n = kept;
}

static void put_in_order(struct lots *all, struct lot l) {
  uint32_t at = all->n++;
  for (; at && all->of[at - 1].t->entry[0].seq > l.t->entry[0].seq; at--) all->of[at] = all->of[at - 1];
  all->of[at] = l;
}

/* The thread with the oldest store first. `t` is about to access that memory; `empties`: and its own buffer
 * is to be empty then. */
static void find_lots(struct lots *all, const struct omrt_weak_thread *t, uint64_t addr, uint32_t size,
                      bool empties) {
  all->n = 0;
  for (struct omrt_fiber *f = omrt_alive; f && all->n < MOST; f = f->alive_next) {
    if (!f->weak || !f->weak->entries) continue;
    bool own = f->weak == t;
    put_in_order(all, (struct lot){f->weak, own ? (empties ? t->entries : 0) : up_to(f->weak, addr, size)});
  }
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < all->n; i++) more |= spread(all, &all->of[i]);
  }
  keep_those_that_matter(all);
}

/* Does anybody care when this entry drains? */
static bool matters(const struct lots *all, const struct omrt_weak_thread *of,
                    const struct omrt_weak_entry *e, uint64_t addr, uint32_t size) {
  if (size && overlaps(e, addr, size)) return true;
  for (uint32_t i = 0; i < all->n; i++)
    for (uint32_t k = 0; k < all->of[i].n && all->of[i].t != of; k++)
      if (overlaps(e, all->of[i].t->entry[k].addr, all->of[i].t->entry[k].size)) return true;
  return false;
}

/* The thread's oldest entries, up to the first that matters: that only the others went makes no difference.
 */
static void drain_one(const struct lots *all, struct lot *l, uint64_t addr, uint32_t size) {
  for (bool last = false; !last && l->n; l->n--) {
    last = matters(all, l->t, &l->t->entry[0], addr, size);
    drain(l->t);
  }
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
    struct lots from;
    find_lots(&from, t, addr, size, false);
    uint32_t k = all ? 0 : omrt_choose(OMRT_CHOICE_DRAIN, (void *)addr, from.n + 1);
    if (k < from.n)
      drain_one(&from, &from.of[k], addr, size);
    else if (!omrt_mode.fine && impatient(t, addr, size))
      all = true;
    else
      return tell_passed(t, addr, size);
  }
}

/* The thread's own store, which memory does not have yet; NULL: memory has what it sees. */
static const struct omrt_weak_entry *forwarded(const struct omrt_weak_thread *t, uint64_t addr,
                                               uint32_t size) {
  uint32_t n = up_to(t, addr, size);
  const struct omrt_weak_entry *e = n ? &t->entry[n - 1] : NULL;
  if (!e || (e->addr == addr && e->size == size)) return e;
  omrt_tso_empty(0, 0); /* forwarded in parts by no processor: it waits */
  return NULL;
}

/* Others' stores may drain also if the thread's own is the newest: it may have drained before them. */
void omrt_tso_load(uint64_t addr, uint32_t size) {
  struct omrt_weak_thread *t = omrt_weak_self();
  drain_for_load(t, addr, size);
  const struct omrt_weak_entry *own = forwarded(t, addr, size);
  if (own) omrt_weak_show(addr, size, own->value);
  omrt_tso_took(t, addr, size);
}

void omrt_tso_rmw(uint64_t addr, uint32_t size) {
  struct omrt_weak_thread *t = omrt_weak_self();
  omrt_tso_empty(addr, size);
  omrt_tso_took(t, addr, size);
}

static bool shared_with_others(const struct omrt_weak_thread *t, uint64_t addr, uint32_t size) {
  if (size && held_by_others(t, addr, size)) return true;
  for (uint32_t i = 0; i < t->entries; i++)
    if (held_by_others(t, t->entry[i].addr, t->entry[i].size)) return true;
  return false;
}

static void empty(struct omrt_weak_thread *t, uint64_t addr, uint32_t size) {
  while (t->entries || (size && held_by_others(t, addr, size))) {
    struct lots from;
    if (!shared_with_others(t, addr, size)) {
      drain(t);
      continue;
    }
    find_lots(&from, t, addr, size, true);
    uint32_t enough = !t->entries;
    uint32_t k =
        omrt_choose(OMRT_CHOICE_DRAIN, (void *)(t->entries ? t->entry[0].addr : addr), from.n + enough);
    if (k == from.n) return; /* what others hold of it comes later */
    drain_one(&from, &from.of[k], addr, size);
  }
}

void omrt_tso_empty(uint64_t addr, uint32_t size) { empty(omrt_weak_self(), addr, size); }
void omrt_tso_empty_of(struct omrt_weak_thread *t) { empty(t, 0, 0); }

bool omrt_tso_buffers(bool sc) {
  return !sc && !omrt_weak_alone() && omrt_weak_self()->entries < OMRT_WEAK_BUFFER;
}

void omrt_tso_store(uint64_t addr, uint32_t size, bool sc) {
  struct omrt_weak_thread *t = omrt_weak_self();
  bool plain = size && size <= 8 && !(size & (size - 1));
  omrt_tso_follow(addr, size);
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
  uint64_t end = addr + len < addr ? UINT64_MAX : addr + len;
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (f->weak && f->weak->entries) forget_of(f->weak, addr, end);
  omrt_tso_key_forget(addr, end);
}

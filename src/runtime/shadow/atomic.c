/* C11 atomics and fences, as clocks. The call comes just before the instruction, so what memory holds after
 * the scheduling point is what the instruction will see.
 *
 * Release sequences, as C11 has them: an acquire load that reads a value gets the clock of every release
 * store (or release read-modify-write) whose sequence the value belongs to. Read-modify-writes of any thread
 * continue every sequence; a plain atomic store continues those that its own thread headed and ends the
 * others. A location keeps the clock of all sequences (`all`) and of the sequences of the thread that headed
 * last (`own`), which covers the rule but for one case: a thread's relaxed store after another thread's
 * release read-modify-write after its own release; there the sequence ends (as it does in C++20).
 *
 * Fences: a release fence keeps the thread's clock for its later relaxed stores; what relaxed loads see is
 * kept for a later acquire fence. */
#include "runtime/shadow/clock.h"
#include "runtime/shadow/guard.h"
#include "runtime/shadow/hidden.h"
#include "runtime/sieve.h"
#include "runtime/upward.h"
#include "runtime/weak/weak.h"
#include <string.h>

enum { RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };
static bool acquires(uint32_t order) { return order != RELAXED && order != RELEASE; }
static bool releases(uint32_t order) { return order >= RELEASE; }

enum heads { NOBODY, SAME, APART }; /* the owner's sequences: none; their clock is `all`; it is `own` */
struct atom {
  struct atom *next;
  uint64_t addr;
  struct omrt_clk all, own;
  uint32_t owner;
  enum heads heads;
};

/* --- the table, by lines of 64 bytes so that a range is forgotten line by line
 * -------------------------------- */

static struct atom **bucket;
static uint32_t buckets, count;
static struct omrt_sieve atom_lines;

static uint32_t hash(uint64_t line) { return (uint32_t)(line * 0x9e3779b97f4a7c15ull >> 32) & (buckets - 1); }

static struct atom *find(uint64_t addr) {
  if (!count) return NULL;
  for (struct atom *a = bucket[hash(addr >> 6)]; a; a = a->next)
    if (a->addr == addr) return a;
  return NULL;
}

static void rehash(uint32_t n) {
  struct atom **old = bucket;
  uint32_t was = buckets;
  bucket = omrt_alloc(n * sizeof *bucket);
  buckets = n;
  for (uint32_t i = 0; i < was; i++)
    for (struct atom *a = old[i], *next; a; a = next) {
      next = a->next;
      struct atom **b = &bucket[hash(a->addr >> 6)];
      a->next = *b;
      *b = a;
    }
  if (old) omrt_free(old, was * sizeof *old);
}

static struct atom *make(uint64_t addr) {
  struct atom *a = find(addr);
  if (a) return a;
  if (count >= buckets) rehash(buckets ? buckets * 2 : 256);
  struct atom **b = &bucket[hash(addr >> 6)];
  a = omrt_alloc(sizeof *a);
  a->addr = addr;
  a->next = *b;
  count++;
  omrt_sieve_add(&atom_lines, addr >> 6);
  return *b = a;
}

static void forget_bucket(uint32_t i, uint64_t lo, uint64_t hi) {
  for (struct atom **p = &bucket[i], *a; (a = *p);) {
    if (a->addr < lo || a->addr >= hi) {
      p = &a->next;
      continue;
    }
    *p = a->next;
    omrt_clk_reset(&a->all);
    omrt_clk_reset(&a->own);
    omrt_free(a, sizeof *a);
    count--;
  }
}

static void sift_again(void) {
  for (uint32_t i = 0; i < buckets; i++)
    for (const struct atom *a = bucket[i]; a; a = a->next) omrt_sieve_add(&atom_lines, a->addr >> 6);
}

static void forget_line(uint64_t line, uint64_t lo, uint64_t hi) {
  uint32_t had = count;
  if (!omrt_sieve_has(&atom_lines, line)) return;
  forget_bucket(hash(line), lo, hi);
  if (count == had && omrt_sieve_vain(&atom_lines, count)) sift_again();
}

void omrt_atomic_forget(uint64_t addr, uint64_t len) {
  if (!count) return;
  uint64_t end = addr + len, lines = (len >> 6) + 2;
  if (lines >= buckets)
    for (uint32_t i = 0; i < buckets; i++) forget_bucket(i, addr, end);
  else
    for (uint64_t line = addr >> 6; line <= (end - 1) >> 6; line++) forget_line(line, addr, end);
}

uint32_t omrt_atomic_count(void) { return count; }

/* --- clocks
 * --------------------------------------------------------------------------------------------------- */

static bool used(const struct omrt_clk *c) { return c->vc || c->id; }

static void take_in(uint64_t addr, uint32_t order) {
  struct atom *a = find(addr);
  if (!a || !used(&a->all)) return;
  if (acquires(order))
    omrt_clk_acquire(&a->all);
  else if (omrt_shadow_mode == OMRT_SHADOW_WATCH || !omrt_vc_known(a->all.vc, omrt_self->vc))
    omrt_clk_merge(&omrt_self->acquired, &a->all);
}

static void acquire_bucket(uint32_t i, uint64_t lo, uint64_t hi) {
  for (struct atom *a = bucket[i]; a; a = a->next)
    if (a->addr >= lo && a->addr < hi && used(&a->all)) omrt_clk_acquire(&a->all);
}

/* Hidden code may read any of them. */
void omrt_atoms_acquire(uint64_t lo, uint64_t hi) {
  if (!count || lo >= hi) return;
  if ((hi - lo) >> 6 >= buckets)
    for (uint32_t i = 0; i < buckets; i++) acquire_bucket(i, lo, hi);
  else
    for (uint64_t line = lo >> 6; line <= (hi - 1) >> 6; line++)
      if (omrt_sieve_has(&atom_lines, line)) acquire_bucket(hash(line), lo, hi);
}

static void head(struct atom *a, enum heads heads) {
  a->owner = omrt_self->number;
  a->heads = heads;
}

static void put_store(uint64_t addr, uint32_t order) {
  if (releases(order)) {
    struct atom *a = make(addr);
    omrt_clk_release_store(&a->all);
    head(a, SAME);
    return;
  }
  bool fenced = used(&omrt_self->released);
  struct atom *a = fenced ? make(addr) : find(addr);
  if (!a) return;
  bool goes_on = a->heads != NOBODY && a->owner == omrt_self->number;
  if (!goes_on)
    omrt_clk_assign(&a->all, NULL);
  else if (a->heads == APART)
    omrt_clk_assign(&a->all, &a->own);
  if (fenced) omrt_clk_merge(&a->all, &omrt_self->released);
  head(a, goes_on || fenced ? SAME : NOBODY);
}

static void put_rmw(uint64_t addr, uint32_t order) {
  bool fenced = used(&omrt_self->released);
  if (!releases(order) && !fenced) return;
  struct atom *a = make(addr);
  bool alone = a->heads == NOBODY || (a->owner == omrt_self->number && a->heads == SAME);
  if (releases(order) &&
      (acquires(order) || alone)) { /* the thread knows all of `all`, or nobody else is in it */
    omrt_clk_release(&a->all);
    head(a, SAME);
  } else if (releases(order)) {
    omrt_clk_release_store(&a->own);
    omrt_clk_release(&a->all);
    head(a, APART);
  } else if (alone) {
    omrt_clk_merge(&a->all, &omrt_self->released);
    head(a, SAME);
  } else {
    if (a->owner == omrt_self->number)
      omrt_clk_merge(&a->own, &omrt_self->released);
    else
      omrt_clk_assign(&a->own, &omrt_self->released);
    omrt_clk_merge(&a->all, &omrt_self->released);
    head(a, APART);
  }
}

/* --- the operations
 * ------------------------------------------------------------------------------------------- */

static uint64_t value_at(const void *addr, uint32_t size) {
  uint64_t v = 0;
  switch (size) {
  case 1: return *(const volatile uint8_t *)addr;
  case 2: return *(const volatile uint16_t *)addr;
  case 4: return *(const volatile uint32_t *)addr;
  case 8: return *(const volatile uint64_t *)addr;
  default: memcpy(&v, addr, sizeof v); return v; /* 16: its first half */
  }
}

static void look_at(const void *addr, uint32_t size, enum omrt_access k, uint32_t site, const void *frame) {
  if (omrt_shadow_mode == OMRT_SHADOW_DETECT)
    omrt_access((uint64_t)addr, size, k, site, frame);
  else if (omrt_shadow_mode == OMRT_SHADOW_WATCH) {
    omrt_watch_atomic((uint64_t)addr, size, k, value_at(addr, size), site, frame);
    if (omrt_guard_covers((uint64_t)addr, size))
      omrt_up.guarded((uint64_t)addr, size, k, omen_site_number(site), frame);
  }
}

static void touch(const void *addr, uint32_t size, enum omrt_access k, uint32_t site, const void *frame) {
  bool hidden = OMRT_UNLIKELY(omrt_hidden_some) && omrt_shadow_mode != OMRT_SHADOW_OFF;
  if (hidden) omrt_hidden_before((uint64_t)addr);
  look_at(addr, size, k, site, frame);
  if (hidden) omrt_hidden_after((uint64_t)addr);
}

/* Did the user ask to leave out the operation that was called with this frame? */
static inline bool left_out(const void *frame) {
  return OMRT_UNLIKELY(omrt_without_some) && omrt_up.without(frame);
}

/* An operation whose order is to be left out: it is still atomic. A plan may assume a stronger one. */
static uint32_t order_of(uint32_t order, uint32_t site, const void *frame) {
  if (left_out(frame)) return RELAXED;
  return OMRT_UNLIKELY(omrt_weak_assumes) ? omrt_weak_assumed_order(order, omen_site_number(site)) : order;
}

static inline bool weak_before(uint32_t site) {
  if (OMRT_UNLIKELY(omrt_weak_assumes)) omrt_weak_assumed_fence(omen_site_number(site));
  return true;
}

static void load(const void *addr, uint32_t size, uint32_t order, uint32_t site, const void *frame) {
  if (omrt_shadow_mode != OMRT_SHADOW_OFF) take_in((uint64_t)addr, order);
  touch(addr, size, OMRT_AR, site, frame);
}

static void rmw(const void *addr, uint32_t size, uint32_t order, uint32_t site, const void *frame) {
  if (omrt_shadow_mode == OMRT_SHADOW_OFF) return;
  take_in((uint64_t)addr, order);
  if (omrt_shadow_mode ==
      OMRT_SHADOW_WATCH) /* SHB: it also reads; explorations: and writes in the same step */
    touch(addr, size, OMRT_AR, site | OMEN_SITE_READS, frame);
  touch(addr, size, OMRT_AW, site, frame);
  put_rmw((uint64_t)addr, order);
}

/* What the last instruction was shown is put right before memory is looked at. */
static inline bool begins(void) {
  if (!omrt_on) return false;
  omrt_restore();
  return true;
}

/* Others may have their turns before the operation. */
static void point(enum omen_ev ev, const void *addr, uint64_t value, uint32_t size, uint32_t order) {
  if (OMRT_UNLIKELY(omrt_weak_on)) omrt_weak_ahead(size, order);
  omrt_point(ev, addr, value);
}

OMEN_API void __omen_atomic_load(const void *addr, uint32_t how, uint32_t site) {
  if (!begins()) return;
  uint32_t size = how & 255, order = order_of(how >> 8 & 255, site, __builtin_frame_address(0));
  omrt_spin(addr, value_at(addr, size));
  point(OMEN_EV_ATOMIC_LOAD, addr, value_at(addr, size), size, order);
  load(addr, size, order, site, __builtin_frame_address(0));
  if (OMRT_LIKELY(!omrt_weak_on) || !weak_before(site)) return;
  if (how & OMEN_ATOMIC_FENCED) omrt_weak_fence(SEQ_CST);
  omrt_weak_load(addr, size, order);
}

OMEN_API void __omen_atomic_store(void *addr, uint32_t how, uint32_t site) {
  if (!begins()) return;
  uint32_t size = how & 255, order = order_of(how >> 8 & 255, site, __builtin_frame_address(0));
  point(OMEN_EV_ATOMIC_STORE, addr, 0, size, order); /* what is there may never have been written */
  touch(addr, size, OMRT_AW, site, __builtin_frame_address(0));
  if (omrt_shadow_mode != OMRT_SHADOW_OFF) put_store((uint64_t)addr, order);
  if (OMRT_UNLIKELY(omrt_weak_on) && weak_before(site)) omrt_weak_store(addr, size, order);
}

/* An exchange that finds what it found before is how a spin lock spins. */
OMEN_API void __omen_atomic_rmw(void *addr, uint32_t how, uint32_t site) {
  if (!begins()) return;
  uint32_t size = how & 255, order = order_of(how >> 8 & 255, site, __builtin_frame_address(0));
  omrt_spin(addr, value_at(addr, size));
  point(OMEN_EV_ATOMIC_RMW, addr, value_at(addr, size), size, order);
  rmw(addr, size, order, site, __builtin_frame_address(0));
  if (OMRT_UNLIKELY(omrt_weak_on) && weak_before(site)) omrt_weak_rmw(addr, size, order);
}

/* Of 16 bytes only half is known here: it counts as done. */
OMEN_API void __omen_atomic_cas(void *addr, uint64_t expected, uint32_t how, uint32_t site) {
  if (!begins()) return;
  uint32_t size = how & 255, order = order_of(how >> 8 & 255, site, __builtin_frame_address(0)),
           failure = order_of(how >> 16 & 255, site, __builtin_frame_address(0));
  uint64_t now = value_at(addr, size);
  if (now != expected) omrt_spin(addr, now);
  point(OMEN_EV_ATOMIC_CAS, addr, value_at(addr, size), size, order);
  if (size > 8 || value_at(addr, size) == expected)
    rmw(addr, size, order, site, __builtin_frame_address(0));
  else
    load(addr, size, failure, site, __builtin_frame_address(0));
  if (OMRT_UNLIKELY(omrt_weak_on) && weak_before(site))
    omrt_weak_cas(addr, expected, size, order | failure << 8);
}

OMEN_API void __omen_fence(uint32_t order, uint32_t site) {
  (void)site;
  OMRT_EVEN_FRAME();
  if (!begins()) return;
  omrt_point(OMEN_EV_FENCE, NULL, order);
  bool out = left_out(__builtin_frame_address(0));
  if (OMRT_UNLIKELY(omrt_weak_on) && !out) omrt_weak_fence(order);
  if (omrt_shadow_mode == OMRT_SHADOW_OFF || out) return;
  if (acquires(order) && used(&omrt_self->acquired)) omrt_clk_acquire(&omrt_self->acquired);
  if (releases(order)) omrt_clk_release_store(&omrt_self->released);
}

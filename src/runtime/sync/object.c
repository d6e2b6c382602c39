/* The table of synchronisation objects: see object.h. Buckets are chosen by granule of memory, not by
 * address, so that forgetting a freed block looks at few of them. */
#include "runtime/sync/object.h"
#include "runtime/rt.h"
#include "runtime/sieve.h"
#include "runtime/sync/children.h"
#include "runtime/sync/lock_order.h"
#include "runtime/sync/sync.h"
#include "runtime/upward.h"
#include <pthread.h>

enum { GRANULE_BITS = 7, FIRST_BUCKETS = 256, MOST_FRUITLESS = 64 };
static struct omrt_object **buckets;
static uint64_t nbuckets, nobjects, serials;
static struct omrt_sieve granules;
static struct omrt_object *last; /* the one found last: most operations come in pairs */

static uint64_t bucket_of(uint64_t granule) {
  return (granule * 0x9e3779b97f4a7c15ull) >> 20 & (nbuckets - 1);
}
static uint64_t granule_of(const void *addr) { return (uint64_t)addr >> GRANULE_BITS; }

static void grow(void) {
  uint64_t old_n = nbuckets;
  struct omrt_object **old = buckets;
  nbuckets = old_n ? old_n * 2 : FIRST_BUCKETS;
  buckets = omrt_alloc(nbuckets * sizeof *buckets);
  for (uint64_t i = 0; i < old_n; i++)
    for (struct omrt_object *o = old[i], *next; o; o = next) {
      next = o->next;
      struct omrt_object **b = &buckets[bucket_of(granule_of(o->addr))];
      o->next = *b;
      *b = o;
    }
  if (old) omrt_free(old, old_n * sizeof *old);
}

static struct omrt_object *find(const void *addr) {
  if (last && last->addr == addr) return last;
  if (!nobjects) return NULL;
  struct omrt_object *o = buckets[bucket_of(granule_of(addr))];
  while (o && o->addr != addr) o = o->next;
  if (o) last = o;
  return o;
}

static void release(struct omrt_object *o) {
  omrt_clk_reset(&o->clk);
  omrt_clk_reset(&o->rclk);
  if (o->past) omrt_past_free(&o->past);
  while (o->readers) {
    struct omrt_hold *h = o->readers;
    o->readers = h->next;
    omrt_free(h, sizeof *h);
  }
  if (o->gone) omrt_free(o->gone, sizeof *o->gone);
  omrt_free(o, sizeof *o);
}

/* Takes it out of the table; frees it unless somebody is still inside. */
static void unlink_at(struct omrt_object **at) {
  struct omrt_object *o = *at;
  *at = o->next;
  nobjects--;
  if (last == o) last = NULL;
  if (o->users)
    o->dead = true;
  else
    release(o);
}

void omrt_object_drop(struct omrt_object *o) {
  struct omrt_object **at = &buckets[bucket_of(granule_of(o->addr))];
  while (*at != o) at = &(*at)->next;
  unlink_at(at);
}

struct omrt_object *omrt_object_at(enum omrt_why kind, const void *addr) {
  struct omrt_object *o = find(addr);
  return o && o->kind == kind && !o->gone ? o : NULL;
}
struct omrt_object *omrt_object_grave(enum omrt_why kind, const void *addr) {
  struct omrt_object *o = find(addr);
  return o && o->kind == kind && o->gone ? o : NULL;
}

void omrt_object_destroy(struct omrt_object *o, const void *frame) {
  if (o->users) {
    omrt_object_drop(o);
    return;
  }
  o->hold.by = -1; /* its memory may be gone before its holder is */
  o->gone = omrt_alloc(sizeof *o->gone);
  o->gone->by = omrt_cur->id;
  o->gone->npcs = omrt_backtrace(frame, o->gone->pcs, OMRT_HOLD_PCS);
}

struct omrt_object *omrt_object_get(enum omrt_why kind, const void *addr, const void *frame) {
  struct omrt_object *o = find(addr);
  if (o && o->kind == kind && __builtin_expect(!o->gone, 1)) return o;
  if (o) omrt_object_drop(o);
  if (nobjects >= nbuckets) grow();
  if (kind != OMRT_WAIT_JOIN) omrt_up.bad_use(addr, 4, frame);
  o = omrt_alloc(sizeof *o);
  o->addr = addr;
  o->kind = kind;
  o->serial = ++serials;
  o->hold.by = -1;
  o->nborn = omrt_backtrace(frame, o->born, OMRT_HOLD_PCS);
  struct omrt_object **b = &buckets[bucket_of(granule_of(addr))];
  o->next = *b;
  *b = o;
  nobjects++;
  omrt_sieve_add(&granules, granule_of(addr));
  return last = o;
}

struct omrt_object *omrt_object_init(enum omrt_why kind, const void *addr, const void *frame) {
  struct omrt_object *o = find(addr);
  if (o) omrt_object_drop(o);
  o = omrt_object_get(kind, addr, frame);
  o->initialised = true;
  return o;
}

struct omrt_object *omrt_object_marked(struct omrt_object *o, uint64_t *mark, const void *frame) {
  if (__builtin_expect(*mark == o->serial, 1)) return o;
  if (o->marked) {
    enum omrt_why kind = o->kind;
    const void *addr = o->addr;
    omrt_object_drop(o);
    o = omrt_object_get(kind, addr, frame);
  }
  o->marked = true;
  *mark = o->serial;
  return o;
}

/* `check`: asked of each before it goes; may be NULL. */
struct range {
  uint64_t lo, hi;
  void (*check)(struct omrt_object *o, const void *frame);
  const void *frame;
};

static void forget_in(uint64_t bucket, const struct range *r) {
  for (struct omrt_object **at = &buckets[bucket]; *at;) {
    uint64_t addr = (uint64_t)(*at)->addr;
    /* A join's object is not in the memory that it is named by. */
    if (addr >= r->lo && addr < r->hi && (*at)->kind != OMRT_WAIT_JOIN) {
      if (r->check) r->check(*at, r->frame);
      unlink_at(at);
    } else
      at = &(*at)->next;
  }
}

static void sift_again(void) {
  for (uint64_t i = 0; i < nbuckets; i++)
    for (const struct omrt_object *o = buckets[i]; o; o = o->next)
      omrt_sieve_add(&granules, granule_of(o->addr));
}

static void forget_granule(uint64_t granule, const struct range *r) {
  uint64_t had = nobjects;
  if (!omrt_sieve_has(&granules, granule)) return;
  forget_in(bucket_of(granule), r);
  if (nobjects == had && omrt_sieve_vain(&granules, nobjects)) sift_again();
}

void omrt_object_forget(const void *addr, uint64_t len,
                        void (*check)(struct omrt_object *o, const void *frame), const void *frame) {
  if (!nobjects || !len) return;
  uint64_t lo = (uint64_t)addr;
  struct range r = {lo, lo + len < lo ? UINT64_MAX : lo + len, check, frame};
  uint64_t first = lo >> GRANULE_BITS, end = (r.hi - 1) >> GRANULE_BITS;
  if (end - first >= nbuckets) {
    for (uint64_t i = 0; i < nbuckets; i++) forget_in(i, &r);
    return;
  }
  for (uint64_t g = first; g <= end; g++) forget_granule(g, &r);
}

void omrt_sync_forget(const void *addr, uint64_t len) { omrt_object_forget(addr, len, NULL, NULL); }

void omrt_object_each(void (*visit)(struct omrt_object *o, void *arg), void *arg) {
  for (uint64_t i = 0; i < nbuckets; i++)
    for (struct omrt_object *o = buckets[i], *next; o; o = next) {
      next = o->next;
      visit(o, arg);
    }
}

void omrt_object_held(struct omrt_object *o, const void *frame) {
  o->hold.by = omrt_cur->id;
  o->hold.npcs = omrt_backtrace(frame, o->hold.pcs, OMRT_HOLD_PCS);
}

void omrt_object_order_lock(struct omrt_object *o) {
  if (o->handed)
    omrt_hb_acquire(&o->clk);
  else
    omrt_hb_lock(&o->clk, o->addr);
}
void omrt_object_order_unlock(struct omrt_object *o) {
  if (o->hold.by != omrt_cur->id) o->handed = true;
  if (o->handed)
    omrt_hb_release(&o->clk);
  else
    omrt_hb_unlock(&o->clk, o->addr);
}

/* A different number of turns for each thread and each time; the range grows with the failures, up to a
 * limit. */
void omrt_object_back_off_now(void) {
  struct omrt_fiber *f = omrt_cur;
  if (f->fruitless > MOST_FRUITLESS) f->fruitless = MOST_FRUITLESS;
  uint64_t mix = ((uint64_t)f->id << 32 ^ f->points) * 0x9e3779b97f4a7c15ull;
  for (uint64_t turns = (mix >> 40) % f->fruitless; turns; turns--) omrt_yield();
}

void omrt_object_leave(struct omrt_object *o) {
  if (--o->users == 0 && o->dead) release(o);
}

enum omrt_waited omrt_object_wait(struct omrt_object *o, struct omrt_waitq *q, int64_t deadline) {
  omrt_object_enter(o);
  if (omrt_mode.world && omrt_children_have(o->addr)) omrt_children_late(o->addr, deadline);
  enum omrt_waited how = omrt_wait(q, o->kind, o->addr, deadline, true);
  omrt_children_waited();
  /* Interrupted or too late, it may have been woken all the same: the next one shall look instead. */
  if (how != OMRT_WOKEN && q) omrt_wake_one(q);
  omrt_object_leave(o);
  return how;
}

void omrt_object_interrupted(bool cancellation_point) {
  omrt_up.interrupt();
  if (cancellation_point) pthread_testcancel();
}

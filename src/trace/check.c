/* Well-formedness: see check.h. */
#include "trace/check.h"
#include <stdlib.h>
#include <string.h>

struct lock {
  uint32_t holder; /* thread + 1; 0: free */
  uint32_t depth;
};
struct omen_check {
  uint8_t *joined; /* by thread */
  uint32_t threads;
  struct lock *lock;
  uint32_t locks;
};

struct omen_check *omen_check_new(void) { return omen_xcalloc(1, sizeof(struct omen_check)); }

void omen_check_reset(struct omen_check *c) {
  if (c->threads) memset(c->joined, 0, c->threads);
  if (c->locks) memset(c->lock, 0, c->locks * sizeof *c->lock);
}

void omen_check_free(struct omen_check *c) {
  if (!c) return;
  free(c->joined);
  free(c->lock);
  free(c);
}

static void grow(struct omen_check *c, uint32_t threads, uint32_t syncs) {
  if (threads > c->threads) {
    uint32_t n = threads * 2;
    c->joined = omen_xrealloc(c->joined, n);
    memset(c->joined + c->threads, 0, n - c->threads);
    c->threads = n;
  }
  if (syncs > c->locks) {
    uint32_t n = syncs * 2;
    c->lock = omen_xrealloc(c->lock, n * sizeof *c->lock);
    memset(c->lock + c->locks, 0, (n - c->locks) * sizeof *c->lock);
    c->locks = n;
  }
}

static int acquire(struct omen_check *c, struct omen_event *e, struct omen_err *err) {
  struct lock *l = &c->lock[e->obj];
  if (l->holder && l->holder != e->thread + 1)
    return omen_fail(err, "acquires a lock that another thread holds: critical sections overlap");
  l->holder = e->thread + 1;
  if (l->depth++) e->kind = OMEN_KIND_ENTER;
  return 0;
}

static int release(struct omen_check *c, struct omen_event *e, struct omen_err *err) {
  struct lock *l = &c->lock[e->obj];
  if (l->holder != e->thread + 1) return omen_fail(err, "releases a lock that the thread does not hold");
  if (--l->depth)
    e->kind = OMEN_KIND_EXIT;
  else
    l->holder = 0;
  return 0;
}

static int one(struct omen_check *c, struct omen_event *e, struct omen_err *err) {
  switch (e->kind) {
  case OMEN_KIND_ACQ: return acquire(c, e, err);
  case OMEN_KIND_REL: return release(c, e, err);
  case OMEN_KIND_FORK:
    if (e->obj == e->thread) return omen_fail(err, "a thread forks itself");
    if (c->joined[e->obj]) return omen_fail(err, "forks a thread that was joined before");
    return 0;
  case OMEN_KIND_JOIN:
    if (e->obj == e->thread) return omen_fail(err, "a thread joins itself");
    c->joined[e->obj] = 1;
    return 0;
  default: return 0;
  }
}

size_t omen_check_run(struct omen_check *c, struct omen_event *ev, size_t n, uint32_t threads, uint32_t syncs,
                      struct omen_err *err) {
  grow(c, threads, syncs);
  for (size_t i = 0; i < n; i++) {
    struct omen_event *e = &ev[i];
    if (c->joined[e->thread]) {
      omen_fail(err, "an event of a thread after it was joined");
      return i;
    }
    if (e->kind > OMEN_KIND_WRITE && one(c, e, err)) return i;
  }
  return n;
}

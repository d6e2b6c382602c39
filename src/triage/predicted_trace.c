/* The trace of prediction: see predicted_trace.h. The run's trace is read twice. The first time tells which
 * memory several threads touch, and somebody writes. */
#include "triage/predicted_trace.h"
#include "record/watch.h"
#include "trace/event.h"
#include "trace/rawfile.h"
#include "trace/rawlog.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* RECORDS of the run that are looked at. GRAIN: bytes that are shared or not together. PAGE: grains; a stack
 * is given out as a whole, and most of its pages are never touched. */
enum { RECORDS = 1000000, GRAIN = 8, PAGE = 512, LOCKS = OMEN_PREDICTED_LOCKS };
#define HUGE_BLOCK (1ull << 24) /* given out at once: whose it was before is not asked */

/* Of a grain: the thread that touched it, + 1, in the upper half. */
enum { SHARED = 1, WRITTEN = 2 };

struct thread {
  struct omen_predicted_lockset held;
  uint32_t set; /* number of `held` + 1; 0: it changed since */
};
struct reduction {
  struct omen_predicted_trace *t;
  struct omen_table grains, pages; /* pages: those that grains are known of */
  struct omen_table threads;       /* to index + 1 */
  struct thread *thread;
  size_t nthreads, cthreads;
  struct omen_table by_set;
  FILE *shared, *made;
};

/* ---- which memory ---- */

static uint64_t length(const struct omen_rawev *e) {
  uint64_t n = e->kind == OMEN_KIND_ALLOC && e->obj2 ? e->obj2 : e->size;
  return n < HUGE_BLOCK ? n : 0;
}

/* What is given out anew was nobody's. */
static void touch(uint64_t *grain, const struct omen_rawev *e) {
  uint64_t me = (uint64_t)(e->thread + 1) << 8;
  if (e->kind == OMEN_KIND_ALLOC) {
    if (!(*grain & SHARED)) *grain = 0;
    return;
  }
  if (*grain >> 8 && *grain >> 8 != me >> 8) *grain |= SHARED;
  *grain = (*grain & 255) | me | (omen_kind_writes(e->kind) ? WRITTEN : 0);
}

static uint64_t *new_grain(struct reduction *r, uint64_t at) {
  *omen_table_at(&r->pages, at / PAGE) = 1;
  return omen_table_at(&r->grains, at);
}

/* From a grain that is not known: it, or the last of its page if the whole page is not. */
static uint64_t end_of_unknown(const struct reduction *r, uint64_t at) {
  return omen_table_find(&r->pages, at / PAGE) ? at : at | (PAGE - 1);
}

static void survey(struct reduction *r, const struct omen_rawev *e) {
  if (!omen_kind_is_access(e->kind) && e->kind != OMEN_KIND_ALLOC) return;
  uint64_t n = length(e);
  for (uint64_t at = e->obj / GRAIN; n && at <= (e->obj + n - 1) / GRAIN; at++) {
    uint64_t *known = omen_table_find(&r->grains, at);
    if (known)
      touch(known, e);
    else if (e->kind != OMEN_KIND_ALLOC)
      touch(new_grain(r, at), e);
    else
      at = end_of_unknown(r, at);
  }
}

static bool is_shared(const struct reduction *r, const struct omen_rawev *e) {
  uint64_t n = length(e);
  for (uint64_t at = e->obj / GRAIN; n && at <= (e->obj + n - 1) / GRAIN; at++) {
    const uint64_t *known = omen_table_find(&r->grains, at);
    if (known && (*known & (SHARED | WRITTEN)) == (SHARED | WRITTEN)) return true;
    if (!known) at = end_of_unknown(r, at);
  }
  return false;
}

/* ---- locks ---- */

static struct thread *thread_of(struct reduction *r, uint32_t number) {
  uint64_t *slot = omen_table_at(&r->threads, number);
  if (!*slot) {
    OMEN_GROW(r->thread, r->nthreads, r->cthreads);
    r->thread[r->nthreads++] = (struct thread){0};
    *slot = r->nthreads;
  }
  return &r->thread[*slot - 1];
}

static void take(struct thread *t, uint64_t lock) {
  struct omen_predicted_lockset *h = &t->held;
  if (h->n == LOCKS) return; /* one fewer makes one candidate more */
  uint32_t at = h->n++;
  for (; at && h->lock[at - 1] > lock; at--) h->lock[at] = h->lock[at - 1];
  h->lock[at] = lock;
  t->set = 0;
}

static void give(struct thread *t, uint64_t lock) {
  struct omen_predicted_lockset *h = &t->held;
  for (uint32_t i = 0; i < h->n; i++) {
    if (h->lock[i] >> 1 != lock >> 1) continue;
    memmove(&h->lock[i], &h->lock[i + 1], (--h->n - i) * sizeof *h->lock);
    t->set = 0;
    return;
  }
}

static uint32_t set_of(struct reduction *r, struct thread *t) {
  if (t->set) return t->set - 1;
  uint64_t hash = XXH3_64bits(t->held.lock, t->held.n * sizeof *t->held.lock);
  uint64_t *slot = omen_table_at(&r->by_set, hash);
  if (!*slot) {
    OMEN_GROW(r->t->sets, r->t->nsets, r->t->csets);
    r->t->sets[r->t->nsets++] = t->held;
    *slot = r->t->nsets;
  }
  return (t->set = (uint32_t)*slot) - 1;
}

bool omen_predicted_excluded(const struct omen_predicted_trace *t, const struct omen_rawev *x,
                             const struct omen_rawev *y) {
  const struct omen_predicted_lockset *a = &t->sets[x->stack], *b = &t->sets[y->stack];
  for (uint32_t i = 0; i < a->n; i++)
    for (uint32_t k = 0; k < b->n; k++)
      if (a->lock[i] >> 1 == b->lock[k] >> 1 && !(a->lock[i] & b->lock[k] & 1)) return true;
  return false;
}

uint32_t omen_predicted_place(void *trace, const struct omen_rawev *e) {
  struct omen_predicted_trace *t = trace;
  uint64_t *slot = omen_table_at(&t->places, (uint64_t)e->site << 32 | e->stack);
  if (!*slot) *slot = t->places.n;
  return (uint32_t)*slot - 1;
}

/* ---- the trace ---- */

static bool orders_threads(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_FORK || e->kind == OMEN_KIND_JOIN;
}

static void keep(struct omen_predicted_trace *t, const struct omen_rawev *e) {
  OMEN_GROW(t->ev, t->n, t->cap);
  t->ev[t->n++] = *e;
}

static void reduce(struct reduction *r, const struct omen_rawev *e) {
  struct thread *own = thread_of(r, e->thread);
  r->t->records++;
  if (omen_rawev_takes(e)) take(own, e->obj2 << 1 | omen_rawev_shared(e));
  if (omen_rawev_gives(e)) give(own, e->obj2 << 1);
  bool access = omen_kind_is_access(e->kind), memory = access || e->kind == OMEN_KIND_ALLOC;
  if (memory && !is_shared(r, e)) return;
  struct omen_rawev copy = *e;
  copy.stack = access ? set_of(r, own) : 0;
  r->t->accesses += access;
  keep(r->t, &copy);
  fwrite(&copy, sizeof copy, 1, r->shared);
  if (memory || orders_threads(e)) fwrite(&copy, sizeof copy, 1, r->made);
}

static int each(struct reduction *r, const char *path,
                void (*what)(struct reduction *, const struct omen_rawev *), struct omen_err *err) {
  struct omen_rawfile *f = omen_rawfile_open(path, err);
  const struct omen_rawev *e;
  uint64_t first;
  long n = f ? 0 : -1;
  while (f && (n = omen_rawfile_next(f, &e, &first, err)) > 0)
    for (long i = 0; i < n; i++) what(r, &e[i]);
  omen_rawfile_close(f);
  return n < 0 ? -1 : 0;
}

static int finish(FILE *f, const char *path, struct omen_err *err) {
  return !f || fclose(f) ? omen_fail(err, "%s: %s", path, strerror(errno)) : 0;
}

static int read_twice(struct reduction *r, const char *from, struct omen_err *err) {
  if (each(r, from, survey, err)) return -1;
  r->shared = fopen(r->t->shared, "we");
  r->made = fopen(r->t->made, "we");
  int result = r->shared && r->made ? each(r, from, reduce, err) : -1;
  return (finish(r->shared, r->t->shared, err) | finish(r->made, r->t->made, err)) || result ? -1 : 0;
}

/* The threads of `r` are known by now: the last record of each, backwards. */
static void link_threads(struct reduction *r) {
  struct omen_predicted_trace *t = r->t;
  uint32_t *last = omen_xmalloc((r->nthreads + 1) * sizeof *last);
  for (size_t i = 0; i < r->nthreads; i++) last[i] = UINT32_MAX;
  t->next = omen_xmalloc((t->n + 1) * sizeof *t->next);
  for (size_t i = t->n; i--;) {
    uint32_t *mine = &last[thread_of(r, t->ev[i].thread) - r->thread];
    t->next[i] = *mine;
    *mine = (uint32_t)i;
  }
  free(last);
}

static int make(struct omen_predicted_trace *t, struct omen_err *err) {
  struct reduction r = {.t = t};
  char *from = omen_format("%s/events.raw", t->folder);
  t->shared = omen_format("%s/shared.raw", t->folder);
  t->made = omen_format("%s/made.raw", t->folder);
  int result = read_twice(&r, from, err);
  if (!result) link_threads(&r);
  free(from);
  free(r.thread);
  omen_table_release(&r.grains);
  omen_table_release(&r.pages);
  omen_table_release(&r.threads);
  omen_table_release(&r.by_set);
  return result;
}

int omen_predicted_trace_need(struct omen_predicted_trace *t, const struct omen_recording *r,
                              struct omen_err *err) {
  if (t->folder) return 0;
  *t = (struct omen_predicted_trace){0};
  t->folder = omen_watch_some(r, RECORDS, &t->cut, err);
  if (t->folder && !make(t, err)) return 0;
  omen_predicted_trace_release(t);
  return -1;
}

void omen_predicted_trace_release(struct omen_predicted_trace *t) {
  omen_scratch_free(t->folder);
  free(t->shared);
  free(t->made);
  free(t->ev);
  free(t->sets);
  free(t->next);
  omen_table_release(&t->places);
  *t = (struct omen_predicted_trace){0};
}

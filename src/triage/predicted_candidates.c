/* Candidates of predicted races: see predicted_candidates.h.
 *
 * The trace is read twice. The first time tells which memory several threads touch, and somebody writes. The
 * second writes another trace: accesses to that memory, and the creation and end of threads. What is not
 * ordered there, and has no lock in common, is a candidate. */
#include "triage/predicted_candidates.h"
#include "base/table.h"
#include "detect/pairs.h"
#include "trace/event.h"
#include "trace/rawfile.h"
#include "trace/rawlog.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* GRAIN: bytes that are shared or not together. MOST: pairs of places; a program that has more is one whose
 * accesses are ordered by what this cannot see. */
enum { GRAIN = 8, MOST = 400, LOCKS = 16 };
#define HUGE_BLOCK (1ull << 24) /* given out at once: whose it was before is not asked */

/* Of a grain: the thread that touched it, + 1, in the upper half. */
enum { SHARED = 1, WRITTEN = 2 };

struct lockset {
  uint64_t lock[LOCKS]; /* addresses, ascending; the lowest bit: for reading */
  uint32_t n;
};
struct thread {
  struct lockset held;
  uint32_t set; /* number of `held` + 1; 0: it changed since */
};
struct reduction {
  struct omen_table grains;
  struct omen_table threads; /* to index + 1 */
  struct thread *thread;
  size_t nthreads, cthreads;
  struct lockset *sets;
  size_t nsets, csets;
  struct omen_table by_set, places; /* places: (site, set) to number + 1 */
  FILE *out;
  uint64_t records;
};

static bool writes(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE;
}

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
  *grain = (*grain & 255) | me | (writes(e) ? WRITTEN : 0);
}

static void survey(struct reduction *r, const struct omen_rawev *e) {
  if (!omen_kind_is_access(e->kind) && e->kind != OMEN_KIND_ALLOC) return;
  uint64_t n = length(e);
  for (uint64_t at = e->obj / GRAIN; n && at <= (e->obj + n - 1) / GRAIN; at++) {
    uint64_t *known = omen_table_find(&r->grains, at);
    if (known || e->kind != OMEN_KIND_ALLOC) touch(known ? known : omen_table_at(&r->grains, at), e);
  }
}

static bool is_shared(const struct reduction *r, const struct omen_rawev *e) {
  uint64_t n = length(e);
  for (uint64_t at = e->obj / GRAIN; n && at <= (e->obj + n - 1) / GRAIN; at++)
    if ((omen_table_get(&r->grains, at) & (SHARED | WRITTEN)) == (SHARED | WRITTEN)) return true;
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
  struct lockset *h = &t->held;
  if (h->n == LOCKS) return; /* one fewer makes one candidate more */
  uint32_t at = h->n++;
  for (; at && h->lock[at - 1] > lock; at--) h->lock[at] = h->lock[at - 1];
  h->lock[at] = lock;
  t->set = 0;
}

static void give(struct thread *t, uint64_t lock) {
  struct lockset *h = &t->held;
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
    OMEN_GROW(r->sets, r->nsets, r->csets);
    r->sets[r->nsets++] = t->held;
    *slot = r->nsets;
  }
  return (t->set = (uint32_t)*slot) - 1;
}

static bool exclude(const struct lockset *a, const struct lockset *b) {
  for (uint32_t i = 0; i < a->n; i++)
    for (uint32_t k = 0; k < b->n; k++)
      if (a->lock[i] >> 1 == b->lock[k] >> 1 && !(a->lock[i] & b->lock[k] & 1)) return true;
  return false;
}

/* ---- the other trace ---- */

/* `stack` is the number of the set of locks there. */
static void reduce(struct reduction *r, const struct omen_rawev *e) {
  struct thread *t = thread_of(r, e->thread);
  r->records++;
  if (omen_rawev_takes(e)) take(t, e->obj2 << 1 | omen_rawev_shared(e));
  if (omen_rawev_gives(e)) give(t, e->obj2 << 1);
  bool access = omen_kind_is_access(e->kind), memory = access || e->kind == OMEN_KIND_ALLOC;
  if (memory ? !is_shared(r, e) : e->kind != OMEN_KIND_FORK && e->kind != OMEN_KIND_JOIN) return;
  struct omen_rawev copy = *e;
  copy.stack = access ? set_of(r, t) : 0;
  fwrite(&copy, sizeof copy, 1, r->out);
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

static int write_other(struct reduction *r, const char *from, const char *to, struct omen_err *err) {
  if (each(r, from, survey, err)) return -1;
  r->out = fopen(to, "we");
  if (!r->out) return omen_fail(err, "%s: %s", to, strerror(errno));
  int result = each(r, from, reduce, err);
  if (fclose(r->out) && !result) result = omen_fail(err, "%s: %s", to, strerror(errno));
  return result;
}

static uint32_t place_of(void *context, const struct omen_rawev *e) {
  struct reduction *r = context;
  uint64_t *slot = omen_table_at(&r->places, (uint64_t)e->site << 32 | e->stack);
  if (!*slot) *slot = r->places.n;
  return (uint32_t)*slot - 1;
}

/* ---- pairs ---- */

static struct omen_predicted_access named(const struct omen_rawev *e) {
  return (struct omen_predicted_access){.thread = e->thread,
                                        .site = e->site,
                                        .point = e->point,
                                        .where = {e->obj, e->size},
                                        .write = writes(e)};
}

static void clip(struct omen_predicted_pair *p) {
  struct omen_watch *a = &p->access[0].where, *b = &p->access[1].where;
  uint64_t lo = a->addr > b->addr ? a->addr : b->addr, x = a->addr + a->len, y = b->addr + b->len;
  *a = *b = (struct omen_watch){lo, (x < y ? x : y) - lo};
}

static int add(struct omen_predicted_candidates *out, const struct reduction *r, struct omen_rawfile *f,
               const uint64_t event[2], struct omen_err *err) {
  struct omen_rawev e[2];
  for (int k = 0; k < 2; k++)
    if (omen_rawfile_at(f, event[k], &e[k], err)) return -1;
  if (exclude(&r->sets[e[0].stack], &r->sets[e[1].stack])) return 0;
  if (e[0].obj >= e[1].obj + e[1].size || e[1].obj >= e[0].obj + e[0].size) return 0;
  OMEN_GROW(out->pairs, out->n, out->cap);
  struct omen_predicted_pair *p = &out->pairs[out->n++];
  for (int k = 0; k < 2; k++) p->access[k] = named(&e[k]);
  clip(p);
  return 0;
}

static int add_all(struct omen_predicted_candidates *out, const struct reduction *r, const char *path,
                   const struct omen_pair_list *list, struct omen_err *err) {
  struct omen_rawfile *f = omen_rawfile_open(path, err);
  struct omen_sample sample[OMEN_SAMPLES_MAX];
  int result = f ? 0 : -1;
  size_t i = 0;
  for (; !result && i < list->n && out->n < MOST; i++) {
    uint32_t n = omen_samples_take(list->v[i].samples, sample);
    result = add(out, r, f, list->v[i].first, err);
    for (uint32_t k = 0; !result && k < n && k < 4; k++) result = add(out, r, f, sample[k].event, err);
  }
  out->left_out = list->n - i;
  omen_rawfile_close(f);
  return result;
}

static int detect(struct omen_predicted_candidates *out, struct reduction *r, const char *path,
                  struct omen_err *err) {
  struct omen_source *src = omen_rawlog_open(path, OMEN_SOURCE_SUCCESSION, err);
  struct omen_pair_list list = {0};
  if (!src) return -1;
  omen_rawlog_locate(src, place_of, r);
  int result = omen_detect_pairs(src, &list, err);
  if (!result) result = add_all(out, r, path, &list, err);
  omen_pair_list_release(&list);
  omen_source_close(src);
  return result;
}

int omen_predicted_candidates_find(struct omen_predicted_candidates *out, const char *scratch,
                                   struct omen_err *err) {
  struct reduction r = {0};
  char *from = omen_format("%s/events.raw", scratch), *to = omen_format("%s/shared.raw", scratch);
  *out = (struct omen_predicted_candidates){0};
  int result = write_other(&r, from, to, err);
  if (!result) result = detect(out, &r, to, err);
  out->records = r.records;
  free(from);
  free(to);
  free(r.thread);
  free(r.sets);
  omen_table_release(&r.grains);
  omen_table_release(&r.threads);
  omen_table_release(&r.by_set);
  omen_table_release(&r.places);
  return result;
}

void omen_predicted_candidates_release(struct omen_predicted_candidates *c) {
  free(c->pairs);
  *c = (struct omen_predicted_candidates){0};
}

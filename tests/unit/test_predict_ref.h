/* For the tests of predictors: all correct reorderings of a small trace by brute force, and a checker of
 * witnesses. Both work on sets of events, straight from the definitions, and share nothing with src/predict.
 */
#ifndef TEST_PREDICT_REF_H
#define TEST_PREDICT_REF_H
#include "test_engine_ref.h"
#include "predict/predict.h"

enum { REF_VARS = 128 }; /* a variable that is made fresh is another one */
struct ref {
  const struct trace *t;
  uint32_t var[REF_MAX]; /* accesses: their variable, a new one after each ALLOC */
  set before[REF_MAX]; /* must be done before the event can be next: its thread, forks, joins, fresh memory */
  set order[REF_MAX];  /* must be done before the event is: clock objects and atomics, too */
  int from[REF_MAX];   /* reads: the write that was read from, -1 none */
  set holds[REF_MAX];  /* acquires of its thread that are open when the event is next */
  bool branches;
};

static inline bool ref_of_thread(const struct omen_event *e, uint32_t t) {
  return e->thread == t || ((e->kind == OMEN_KIND_FORK || e->kind == OMEN_KIND_JOIN) && e->obj == t);
}
static inline bool ref_has_var(const struct omen_event *e) {
  return is_access(e) || e->kind == OMEN_KIND_ALLOC;
}

static inline void ref_thread(struct ref *r, uint32_t i) {
  const struct trace *t = r->t;
  for (uint32_t j = 0; j < i; j++)
    for (uint32_t u = 0; u < t->threads; u++)
      if (ref_of_thread(&t->ev[i], u) && ref_of_thread(&t->ev[j], u)) r->before[i] |= ONE(j);
}
static inline void ref_memory(struct ref *r, uint32_t i) {
  const struct omen_event *e = &r->t->ev[i];
  r->from[i] = -1;
  for (uint32_t j = 0; j < i; j++) {
    const struct omen_event *f = &r->t->ev[j];
    if (!ref_has_var(f) || r->var[j] != r->var[i]) continue;
    if (f->kind == OMEN_KIND_ALLOC) r->before[i] |= ONE(j);
    if (writes(f) && !writes(e)) r->from[i] = (int)j;
    if (atomic(e) && atomic(f) && (writes(e) || writes(f))) r->order[i] |= ONE(j);
  }
}
static inline void ref_holds(struct ref *r, uint32_t i) {
  const struct trace *t = r->t;
  for (uint32_t j = 0; j < i; j++) {
    if (t->ev[j].thread != t->ev[i].thread) continue;
    if (t->ev[j].kind == OMEN_KIND_ACQ) r->holds[i] |= ONE(j);
    for (uint32_t k = 0; k < j; k++)
      if (t->ev[j].kind == OMEN_KIND_REL && t->ev[k].kind == OMEN_KIND_ACQ && t->ev[k].obj == t->ev[j].obj)
        r->holds[i] &= ~ONE(k);
  }
}
static inline void ref_make(struct ref *r, const struct trace *t) {
  memset(r, 0, sizeof *r);
  r->t = t;
  uint32_t now[REF_OBJS], vars = t->vars;
  for (uint32_t x = 0; x < REF_OBJS; x++) now[x] = x;
  pasts(t, false, false, r->order); /* clock objects: all that comes before without locks and memory */
  for (uint32_t i = 0; i < t->n; i++) {
    const struct omen_event *e = &t->ev[i];
    r->branches |= e->kind == OMEN_KIND_BRANCH;
    if (e->kind == OMEN_KIND_ALLOC) now[e->obj] = vars++;
    if (ref_has_var(e)) r->var[i] = now[e->obj];
    ref_thread(r, i);
    if (is_access(e)) ref_memory(r, i);
    ref_holds(r, i);
    r->order[i] |= r->before[i];
  }
}
static inline bool ref_conflict(const struct ref *r, uint32_t i, uint32_t j) {
  const struct omen_event *a = &r->t->ev[i], *b = &r->t->ev[j];
  if (!is_access(a) || !is_access(b) || r->var[i] != r->var[j] || a->thread == b->thread) return false;
  return (writes(a) || writes(b)) && !(atomic(a) && atomic(b));
}
static inline bool ref_lock_free(const struct ref *r, set done, uint32_t lock) {
  int open = 0;
  for (uint32_t i = 0; i < r->t->n; i++)
    if (HAS(done, i) && r->t->ev[i].obj == lock)
      open += r->t->ev[i].kind == OMEN_KIND_ACQ ? 1 : r->t->ev[i].kind == OMEN_KIND_REL ? -1 : 0;
  return open == 0;
}

/* A run so far. `tainted`: threads that read something else than in the trace, and writes that they made
 * since. */
struct ref_state {
  set done, bad_writes;
  uint32_t bad_threads;
  int16_t last[REF_VARS];
};
/* May event i be the next of its thread? */
static inline bool ref_next(const struct ref *r, const struct ref_state *s, uint32_t i) {
  return !HAS(s->done, i) && !(r->before[i] & ~s->done);
}
/* Runs event i, which is the next of its thread. False: it cannot be run. */
static inline bool ref_step(const struct ref *r, struct ref_state *s, uint32_t i) {
  const struct omen_event *e = &r->t->ev[i];
  if (!ref_next(r, s, i) || r->order[i] & ~s->done) return false;
  if (e->kind == OMEN_KIND_ACQ && !ref_lock_free(r, s->done, e->obj)) return false;
  if (is_access(e) && !writes(e)) {
    int w = s->last[r->var[i]];
    bool same = w == r->from[i] && (w < 0 || !HAS(s->bad_writes, w));
    if (!same && !r->branches) return false;
    if (!same) s->bad_threads |= 1u << e->thread;
  }
  if (e->kind == OMEN_KIND_BRANCH && s->bad_threads >> e->thread & 1) return false;
  if (is_access(e) && writes(e)) {
    s->last[r->var[i]] = (int16_t)i;
    if (s->bad_threads >> e->thread & 1) s->bad_writes |= ONE(i);
  }
  s->done |= ONE(i);
  return true;
}
static inline void ref_start(struct ref_state *s) {
  memset(s, 0, sizeof *s);
  memset(s->last, -1, sizeof s->last);
}
/* Keeps the order of the sections of each lock? */
static inline bool ref_keeps_locks(const struct ref *r, const struct ref_state *s, uint32_t i) {
  const struct trace *t = r->t;
  for (uint32_t j = i + 1; t->ev[i].kind == OMEN_KIND_ACQ && j < t->n; j++)
    if (HAS(s->done, j) && t->ev[j].kind == OMEN_KIND_ACQ && t->ev[j].obj == t->ev[i].obj) return false;
  return true;
}

/* All reorderings. */
struct ref_search {
  const struct ref *r;
  bool sync_preserving;
  set found[REF_MAX];                                             /* found[j] has i: both can be next */
  void (*look)(struct ref_search *s, const struct ref_state *at); /* at every state */
  void *arg;
  struct ref_state *seen;
  uint32_t *slot, n, cap, mask;
};
static inline uint64_t ref_hash(const struct ref_state *s) {
  const uint64_t *w = (const uint64_t *)(const void *)s;
  uint64_t h = 0;
  for (size_t i = 0; i < sizeof *s / 8; i++) h = (h ^ w[i]) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
  return h;
}
static inline bool ref_visit(struct ref_search *s, const struct ref_state *at) {
  if (s->n * 2 >= s->mask) {
    uint32_t size = s->mask ? (s->mask + 1) * 2 : 1024;
    free(s->slot);
    s->slot = calloc(size, sizeof *s->slot);
    s->mask = size - 1;
    for (uint32_t k = 0; k < s->n; k++) {
      uint32_t i = (uint32_t)ref_hash(&s->seen[k]) & s->mask;
      while (s->slot[i]) i = (i + 1) & s->mask;
      s->slot[i] = k + 1;
    }
  }
  uint32_t i = (uint32_t)ref_hash(at) & s->mask;
  for (; s->slot[i]; i = (i + 1) & s->mask)
    if (!memcmp(&s->seen[s->slot[i] - 1], at, sizeof *at)) return false;
  OMEN_GROW(s->seen, s->n, s->cap);
  s->seen[s->n++] = *at;
  s->slot[i] = s->n;
  return true;
}
static inline void ref_explore(struct ref_search *s, const struct ref_state *at) {
  if (!ref_visit(s, at)) return;
  const struct ref *r = s->r;
  uint32_t next[REF_MAX], n = 0;
  for (uint32_t i = 0; i < r->t->n; i++)
    if (ref_next(r, at, i)) next[n++] = i;
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = a + 1; b < n; b++)
      if (ref_conflict(r, next[a], next[b])) s->found[next[b]] |= ONE(next[a]);
  if (s->look) s->look(s, at);
  for (uint32_t a = 0; a < n; a++) {
    struct ref_state to = *at;
    if (s->sync_preserving && !ref_keeps_locks(r, at, next[a])) continue;
    if (ref_step(r, &to, next[a])) ref_explore(s, &to);
  }
}
static inline void ref_all(struct ref_search *s, const struct ref *r) {
  s->r = r;
  s->n = 0;
  memset(s->found, 0, sizeof s->found);
  if (s->mask) memset(s->slot, 0, (s->mask + (size_t)1) * sizeof *s->slot);
  struct ref_state start;
  ref_start(&start);
  ref_explore(s, &start);
}
static inline void ref_search_release(struct ref_search *s) {
  free(s->seen);
  free(s->slot);
}

/* The trace as a source; its events have the same numbers. */
static inline struct omen_source *ref_source(const struct trace *t, struct omen_buf *text) {
  static const char *const op[] = {
#define X(symbol, name, meaning) name,
#include "trace/kinds.def"
#undef X
  };
  struct omen_err err;
  text->len = 0;
  for (uint32_t i = 0; i < t->n; i++) {
    const struct omen_event *e = &t->ev[i];
    const char *space = (const char *[]){"T", "S", "V", "L", "L"}[omen_kind_space(e->kind)];
    omen_buf_addf(text, "T%u|%s(%s%u", e->thread, op[e->kind], space, e->obj);
    if (omen_kind_has_source(e->kind)) omen_buf_addf(text, ",S%u", e->aux);
    omen_buf_addf(text, ")|%u\n", e->loc);
  }
  struct omen_source *s = omen_source_memory(text->data, text->len, 0, &err);
  if (!s) fail_msg("%s", err.msg);
  return s;
}

/* Is the witness what it says? All that is before `base`, then the order, and then every event of it is the
 * next of its thread. */
static inline bool ref_witness(const struct ref *r, const struct omen_witness *w, bool sync_preserving) {
  struct ref_state s;
  size_t n;
  bool good = true;
  struct omen_witness_event *order = omen_witness_order(w, &n);
  ref_start(&s);
  for (uint32_t i = 0; i < w->base && good; i++) good = ref_step(r, &s, i);
  for (size_t i = 0; i < n && good; i++) {
    const struct omen_event *e = &r->t->ev[order[i].event];
    uint32_t nth = 0;
    for (uint32_t j = 0; j < order[i].event; j++) nth += r->t->ev[j].thread == e->thread;
    good = order[i].nth == nth && order[i].kind == e->kind;
    if (sync_preserving) good = good && ref_keeps_locks(r, &s, (uint32_t)order[i].event);
    good = good && ref_step(r, &s, (uint32_t)order[i].event);
  }
  for (uint32_t i = 0; i < w->n && good; i++) good = ref_next(r, &s, (uint32_t)w->at[i].event);
  free(order);
  return good;
}
#endif

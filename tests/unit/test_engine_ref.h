/* For the engine tests: random traces, the orders of a trace as plain sets of events (no clocks), and running
 * engines over an array of events. The references follow the definitions and share no code with src/detect.
 */
#ifndef TEST_ENGINE_REF_H
#define TEST_ENGINE_REF_H
#include "detect/engine.h"
#include "trace/source.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { REF_MAX = 128, REF_THREADS = 12, REF_OBJS = 8 };
typedef unsigned __int128 set; /* of events */
#define ONE(i) ((set)1 << (i))
#define HAS(s, i) ((int)((s) >> (i) & 1))

static inline uint64_t rnd(uint64_t *s) {
  *s ^= *s << 13;
  *s ^= *s >> 7;
  *s ^= *s << 17;
  return *s * 0x2545f4914f6cdd1du >> 11;
}
static inline uint32_t below(uint64_t *s, uint32_t n) { return (uint32_t)(rnd(s) % n); }

struct shape {                                 /* of random traces */
  uint32_t events, threads, locks, vars, locs; /* locs 0: every event has its own */
  uint32_t forked;                             /* percent of threads that start by a fork */
  uint32_t sync;                               /* percent of events that are synchronisation */
  bool extras;                                 /* atomics, clock objects, ALLOC */
};
struct trace {
  uint32_t n, threads, locks, vars, locs;
  struct omen_event ev[REF_MAX];
};

struct gen {
  uint64_t *seed;
  const struct shape *s;
  struct trace *t;
  uint8_t begun[REF_THREADS], ended[REF_THREADS], waits[REF_THREADS];
  int holder[REF_OBJS];
};
static inline void gen_add(struct gen *g, uint32_t t, unsigned kind, uint32_t obj, uint32_t aux) {
  struct trace *r = g->t;
  r->ev[r->n] = (struct omen_event){.thread = t & 0xffffff, .kind = kind & 0xff, .obj = obj, .aux = aux};
  r->ev[r->n].loc = g->s->locs ? below(g->seed, g->s->locs) : r->n;
  r->n++;
  g->begun[t] = 1;
}
static inline void gen_sync(struct gen *g, uint32_t t) {
  uint32_t what = below(g->seed, g->s->extras ? 10 : 6), u = below(g->seed, g->s->threads);
  uint32_t l = below(g->seed, g->s->locks);
  if (what < 4) { /* take a free lock, or give back one's own */
    if (g->holder[l] == (int)t) {
      g->holder[l] = -1;
      gen_add(g, t, OMEN_KIND_REL, l, 0);
    } else if (g->holder[l] < 0) {
      g->holder[l] = (int)t;
      gen_add(g, t, OMEN_KIND_ACQ, l, 0);
    }
  } else if (what == 4) {
    for (uint32_t i = 0; i < g->s->threads; i++, u = (u + 1) % g->s->threads)
      if (g->waits[u] && u != t) {
        g->waits[u] = 0;
        gen_add(g, t, OMEN_KIND_FORK, u, 0);
        break;
      }
  } else if (what == 5) {
    if (u != t && g->begun[u] && !g->ended[u] && below(g->seed, 3) == 0) {
      for (int i = 0; i < REF_OBJS; i++)
        if (g->holder[i] == (int)u) return;
      g->ended[u] = 1;
      gen_add(g, t, OMEN_KIND_JOIN, u, 0);
    }
  } else { /* clock objects have numbers after the locks */
    static const uint8_t kinds[] = {OMEN_KIND_PUBLISH, OMEN_KIND_SIGNAL, OMEN_KIND_OBSERVE, OMEN_KIND_OBSERVE,
                                    OMEN_KIND_COPY,    OMEN_KIND_MERGE,  OMEN_KIND_ENTER};
    uint32_t c = g->s->locks;
    gen_add(g, t, kinds[below(g->seed, 7)], c + below(g->seed, 3), c + below(g->seed, 3));
  }
}
static inline void gen_access(struct gen *g, uint32_t t) {
  unsigned kind = below(g->seed, 2) ? OMEN_KIND_READ : OMEN_KIND_WRITE;
  if (g->s->extras && below(g->seed, 3) == 0)
    kind = below(g->seed, 8) == 0 ? OMEN_KIND_ALLOC : below(g->seed, 2) ? OMEN_KIND_AREAD : OMEN_KIND_AWRITE;
  gen_add(g, t, kind, below(g->seed, g->s->vars), 0);
}
static inline void random_trace(uint64_t *seed, const struct shape *s, struct trace *t) {
  struct gen g = {.seed = seed, .s = s, .t = t};
  memset(t, 0, sizeof *t);
  for (int i = 0; i < REF_OBJS; i++) g.holder[i] = -1;
  for (uint32_t u = 1; u < s->threads; u++) g.waits[u] = below(seed, 100) < s->forked;
  for (int tries = 0; t->n < s->events && tries < 4000; tries++) {
    uint32_t u = below(seed, s->threads);
    if (g.waits[u] || g.ended[u]) continue;
    if (below(seed, 100) < s->sync)
      gen_sync(&g, u);
    else
      gen_access(&g, u);
  }
  t->threads = s->threads;
  t->vars = s->vars;
  t->locks = s->locks + (s->extras ? 3 : 0);
  t->locs = s->locs ? s->locs : t->n;
}

static inline bool is_access(const struct omen_event *e) { return omen_kind_is_access(e->kind); }
static inline bool writes(const struct omen_event *e) {
  return e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE;
}
static inline bool atomic(const struct omen_event *e) {
  return e->kind == OMEN_KIND_AREAD || e->kind == OMEN_KIND_AWRITE;
}
/* Conflicting accesses i < j; an ALLOC in between parts them. */
static inline bool conflict(const struct trace *t, uint32_t i, uint32_t j) {
  const struct omen_event *a = &t->ev[i], *b = &t->ev[j];
  if (!is_access(a) || !is_access(b) || a->obj != b->obj || a->thread == b->thread) return false;
  if ((!writes(a) && !writes(b)) || (atomic(a) && atomic(b))) return false;
  for (uint32_t k = i + 1; k < j; k++)
    if (t->ev[k].kind == OMEN_KIND_ALLOC && t->ev[k].obj == a->obj) return false;
  return true;
}

/* Strict pasts: past[j] has i when i is before j. `locks`: critical sections order; `reads_from`: SHB. */
static inline void pasts(const struct trace *t, bool locks, bool reads_from, set *past) {
  set of_thread[REF_THREADS] = {0}, of_obj[REF_OBJS] = {0}, of_write[REF_OBJS] = {0};
  for (uint32_t i = 0; i < t->n; i++) {
    const struct omen_event *e = &t->ev[i];
    set *own = &of_thread[e->thread], now;
    switch (e->kind) { /* what comes in */
    case OMEN_KIND_ACQ:
      if (locks) *own |= of_obj[e->obj];
      break;
    case OMEN_KIND_OBSERVE: *own |= of_obj[e->obj]; break;
    case OMEN_KIND_JOIN: *own |= of_thread[e->obj]; break;
    case OMEN_KIND_READ:
    case OMEN_KIND_AREAD:
      if (reads_from) *own |= of_write[e->obj];
      break;
    default: break;
    }
    past[i] = *own;
    now = *own |= ONE(i);
    switch (e->kind) { /* what goes out */
    case OMEN_KIND_REL:
      if (locks) of_obj[e->obj] = now;
      break;
    case OMEN_KIND_SIGNAL: of_obj[e->obj] = now; break;
    case OMEN_KIND_PUBLISH: of_obj[e->obj] |= now; break;
    case OMEN_KIND_COPY: of_obj[e->obj] = of_obj[e->aux]; break;
    case OMEN_KIND_MERGE: of_obj[e->obj] |= of_obj[e->aux]; break;
    case OMEN_KIND_FORK: of_thread[e->obj] |= now; break;
    case OMEN_KIND_WRITE:
    case OMEN_KIND_AWRITE: of_write[e->obj] = now; break;
    case OMEN_KIND_ALLOC: of_write[e->obj] = 0; break;
    default: break;
    }
  }
}
/* The event of the same thread before j (the fork, for a thread's first); -1: none. */
static inline int pred(const struct trace *t, uint32_t j) {
  for (int i = (int)j - 1; i >= 0; i--)
    if (t->ev[i].thread == t->ev[j].thread ||
        ((t->ev[i].kind == OMEN_KIND_FORK || t->ev[i].kind == OMEN_KIND_JOIN) &&
         t->ev[i].obj == t->ev[j].thread))
      return i;
  return -1;
}

struct answer { /* races[j]: the earlier events that event j races with */
  set races[REF_MAX];
};
struct result { /* of an engine */
  uint8_t warned[REF_MAX];
  uint64_t warnings, pairs;
  struct omen_engine *e; /* kept for its pairs */
};
static inline void feed(struct omen_engine *e, const struct trace *t, const uint8_t *drop, uint8_t *warned,
                        uint64_t *seed) {
  for (uint32_t at = 0; at < t->n;) {
    uint32_t n = 1 + below(seed, 7);
    if (n > t->n - at) n = t->n - at;
    uint32_t threads = 1, syncs = 0, vars = 0; /* grow as a reader's counts would */
    for (uint32_t i = 0; i < at + n; i++) {
      const struct omen_event *ev = &t->ev[i];
      if (ev->thread >= threads) threads = ev->thread + 1u;
      enum omen_space s = omen_kind_space(ev->kind);
      if (s == OMEN_SPACE_THREAD && ev->obj >= threads) threads = ev->obj + 1;
      if (s == OMEN_SPACE_VAR && ev->obj >= vars) vars = ev->obj + 1;
      if (s == OMEN_SPACE_SYNC && ev->obj >= syncs) syncs = ev->obj + 1;
      if (omen_kind_has_source(ev->kind) && ev->aux >= syncs) syncs = ev->aux + 1;
    }
    struct omen_batch b = {.ev = t->ev + at,
                           .n = n,
                           .threads = threads,
                           .syncs = syncs,
                           .vars = vars,
                           .drop = drop ? drop + at : NULL,
                           .warned = warned ? warned + at : NULL};
    omen_engine_run(e, &b);
    at += n;
  }
}
static inline void run_engine(const char *name, const struct trace *t, const uint8_t *drop, struct result *r,
                              uint64_t *seed) {
  memset(r, 0, sizeof *r);
  const struct omen_engine_ops *ops = omen_engine_find(name, strlen(name));
  assert_non_null(ops);
  r->e = omen_engine_new(ops);
  feed(r->e, t, drop, r->warned, seed);
  r->warnings = r->e->warnings;
  omen_engine_again(r->e);
  feed(r->e, t, drop, NULL, seed);
  r->pairs = omen_engine_pairs(r->e)->n;
}
static inline void print_trace(const struct trace *t) {
  static const char *const op[] = {
#define X(symbol, text, meaning) text,
#include "trace/kinds.def"
#undef X
  };
  for (uint32_t i = 0; i < t->n; i++)
    fprintf(stderr, "T%u|%s(%u,%u)|%u   # %u\n", t->ev[i].thread, op[t->ev[i].kind], t->ev[i].obj,
            t->ev[i].aux, t->ev[i].loc, i);
}
/* TREE thesis, figure 3.4: program locations 1 to 4 as there; its event n is number n - 1 here. */
static const char figure_3_4_text[] = "t0|fork(t1)|f\nt0|fork(t2)|f\nt0|fork(t3)|f\n"
                                      "t0|acq(L1)|l\nt0|w(x)|1\nt0|rel(L1)|l\nt0|r(x)|2\n"
                                      "t0|acq(L2)|l\nt0|w(x)|1\nt0|rel(L2)|l\nt0|r(x)|2\n"
                                      "t0|acq(L3)|l\nt0|w(x)|1\nt0|rel(L3)|l\nt0|r(x)|2\n"
                                      "t1|acq(L1)|l\nt1|w(x)|3\nt1|rel(L1)|l\nt1|w(x)|4\n"
                                      "t2|acq(L2)|l\nt2|w(x)|3\nt2|rel(L2)|l\nt2|w(x)|4\n"
                                      "t3|acq(L3)|l\nt3|w(x)|3\nt3|rel(L3)|l\nt3|w(x)|4\n";
static inline struct omen_source *figure_3_4_trace(struct trace *t) {
  struct omen_err err;
  struct omen_source *src = omen_source_memory(figure_3_4_text, sizeof figure_3_4_text - 1, 0, &err);
  *t = (struct trace){.n = 27, .threads = 4, .locks = 3, .vars = 1, .locs = 6};
  assert_int_equal(omen_source_read(src, t->ev, REF_MAX, &err), 27);
  return src;
}
static inline unsigned figure_location(uint32_t event) { /* 0: not an access */
  const char *line = figure_3_4_text;
  for (; event; event--) line = strchr(line, '\n') + 1;
  char last = strchr(line, '\n')[-1];
  return last >= '1' && last <= '4' ? (unsigned)(last - '0') : 0;
}

/* The engine's warnings are the events with a race, and its pairs exactly those of the racing events'
 * locations. */
static inline void compare(const char *name, const struct trace *t, const struct answer *a, uint64_t *seed) {
  struct result r;
  run_engine(name, t, NULL, &r, seed);
  const struct omen_pairset *have = omen_engine_pairs(r.e);
  struct omen_pairset want = {0};
  uint64_t warnings = 0;
  bool same = true;
  for (uint32_t j = 0; j < t->n; j++) {
    warnings += a->races[j] != 0;
    same &= (a->races[j] != 0) == r.warned[j];
    for (uint32_t i = 0; i < j; i++)
      if (HAS(a->races[j], i)) {
        omen_pairset_add(&want, t->ev[i].loc, t->ev[j].loc);
        same &= omen_pairset_has(have, t->ev[i].loc, t->ev[j].loc);
      }
  }
  if (!same || r.warnings != warnings || have->n != want.n) {
    print_trace(t);
    for (uint32_t j = 0; j < t->n; j++) {
      if (a->races[j] || r.warned[j])
        fprintf(stderr, "event %u: engine warns %d, races with", j, r.warned[j]);
      for (uint32_t i = 0; i < j; i++)
        if (HAS(a->races[j], i)) fprintf(stderr, " %u", i);
      if (a->races[j] || r.warned[j]) fprintf(stderr, "\n");
    }
    fail_msg("%s: %llu warnings for %llu, %u pairs for %u", name, (unsigned long long)r.warnings,
             (unsigned long long)warnings, have->n, want.n);
  }
  omen_pairset_release(&want);
  omen_engine_free(r.e);
}
/* The races of an order: conflicting, and the earlier not in the past of the later (of its predecessor, for
 * shb). */
static inline void races_of(const struct trace *t, bool locks, bool reads_from, struct answer *a) {
  set past[REF_MAX];
  pasts(t, locks, reads_from, past);
  memset(a, 0, sizeof *a);
  for (uint32_t j = 0; j < t->n; j++) {
    int p = reads_from ? pred(t, j) : -1;
    set known = !reads_from ? past[j] : p < 0 ? 0 : past[p] | ONE(p);
    for (uint32_t i = 0; i < j; i++)
      if (conflict(t, i, j) && !HAS(known, i)) a->races[j] |= ONE(i);
  }
}
#endif

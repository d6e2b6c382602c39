/* Large random traces: hb and shb against the listing of algorithm 1 with full vectors, event by event; the
 * epoch engines against both; all engines with and without the filter. Large enough that snapshots are
 * collected, tables grow, and threads come late. */
/* rooms: detect, quick */
#include "test_engine_ref.h"
#include "detect/tree.h"

struct large {
  uint32_t n, threads, locks, vars, locs;
  struct omen_event *ev;
};

static struct large make(uint64_t seed, uint32_t n, uint32_t threads, uint32_t vars, uint32_t sync,
                         uint32_t race) {
  struct large t = {.n = 0, .threads = threads, .locks = 32, .vars = vars, .locs = 200};
  t.ev = calloc(n, sizeof *t.ev);
  int holder[32], held[256];
  memset(holder, -1, sizeof holder);
  memset(held, -1, sizeof held);
  uint32_t alive = 1;
  while (t.n < n) {
    uint32_t u = below(&seed, alive), l = below(&seed, 32), x = below(&seed, vars);
    struct omen_event e = {.thread = u & 0xffffff, .loc = below(&seed, t.locs)};
    if (alive < threads && below(&seed, n / threads) < 2) {
      e.kind = OMEN_KIND_FORK;
      e.obj = alive++;
    } else if (below(&seed, 1000) < sync) {
      if (held[u] >= 0) {
        e.kind = OMEN_KIND_REL;
        e.obj = (uint32_t)held[u];
        holder[held[u]] = -1;
        held[u] = -1;
      } else if (holder[l] < 0) {
        e.kind = OMEN_KIND_ACQ;
        e.obj = l;
        held[u] = (int)l;
        holder[l] = (int)u;
      } else {
        continue;
      }
    } else {
      e.kind = below(&seed, 5) ? OMEN_KIND_READ : OMEN_KIND_WRITE;
      bool shared = held[u] >= 0 || below(&seed, 1000) < race;
      e.obj = !shared        ? (x / threads * threads + u) % vars
              : held[u] >= 0 ? (x / 32 * 32 + (uint32_t)held[u]) % vars
                             : x;
      e.loc = e.obj % 50 * 4 + (e.kind == OMEN_KIND_READ) + 2 * below(&seed, 2);
    }
    t.ev[t.n++] = e;
  }
  return t;
}

/* Algorithm 1 to the letter; without its lines on LW it is Djit+. */
static void listing(const struct large *t, bool shb, uint8_t *warned) {
  uint32_t T = t->threads;
  uint32_t *c = calloc((size_t)T * T, 4), *l = calloc((size_t)t->locks * T, 4),
           *lw = calloc((size_t)t->vars * T, 4);
  uint32_t *r = calloc((size_t)t->vars * T, 4), *w = calloc((size_t)t->vars * T, 4);
  for (uint32_t i = 0; i < T; i++) c[i * T + i] = 1;
#define EACH(body)                                                                                           \
  for (uint32_t k = 0; k < T; k++) {                                                                         \
    body;                                                                                                    \
  }
  for (uint32_t i = 0; i < t->n; i++) {
    const struct omen_event *e = &t->ev[i];
    uint32_t *ct = c + (size_t)e->thread * T, *o = l + (size_t)e->obj * T;
    size_t x = (size_t)e->obj * T;
    bool race = false;
    switch (e->kind) {
    case OMEN_KIND_ACQ: EACH(if (o[k] > ct[k]) ct[k] = o[k]) break;
    case OMEN_KIND_REL: EACH(o[k] = ct[k]) ct[e->thread]++; break;
    case OMEN_KIND_FORK:
      EACH(if (k != e->obj) c[x + k] = ct[k])
      ct[e->thread]++;
      break;
    case OMEN_KIND_READ:
      EACH(race |= w[x + k] > ct[k])
      if (shb) EACH(if (lw[x + k] > ct[k]) ct[k] = lw[x + k])
      r[x + e->thread] = ct[e->thread];
      break;
    case OMEN_KIND_WRITE:
      EACH(race |= r[x + k] > ct[k] || w[x + k] > ct[k])
      w[x + e->thread] = ct[e->thread];
      if (shb) {
        EACH(lw[x + k] = ct[k])
        ct[e->thread]++;
      }
      break;
    default: break;
    }
    warned[i] = race;
  }
  free(c), free(l), free(lw), free(r), free(w);
}

static struct omen_engine *run(const struct omen_engine_ops *ops, const struct large *t, const uint8_t *drop,
                               uint8_t *warned) {
  struct omen_engine *e = omen_engine_new(ops);
  for (int pass = 0; pass < 2; pass++) {
    uint32_t alive = 1;
    for (uint32_t at = 0, n; at < t->n; at += n) {
      n = t->n - at < 8192 ? t->n - at : 8192;
      for (uint32_t i = at; i < at + n; i++) alive += t->ev[i].kind == OMEN_KIND_FORK;
      struct omen_batch b = {.ev = t->ev + at,
                             .n = n,
                             .threads = alive,
                             .syncs = t->locks,
                             .vars = t->vars,
                             .drop = drop ? drop + at : NULL,
                             .warned = warned && !pass ? warned + at : NULL};
      omen_engine_run(e, &b);
    }
    if (!pass) omen_engine_again(e);
  }
  return e;
}

static bool same_pairs(const struct omen_pairset *a, const struct omen_pairset *b) {
  bool same = a->n == b->n;
  for (uint32_t i = 0; a->mask && i <= a->mask; i++)
    if (a->slot[i]) same &= omen_pairset_has(b, (uint32_t)(a->slot[i] >> 32) - 1, (uint32_t)a->slot[i]);
  return same;
}

/* fhb as it is meant: every access keeps its whole timestamp and has a time of its own, and who races with
 * some last accesses of a kind comes after all of them. */
static void forced_listing(const struct large *t, uint8_t *warned) {
  uint32_t T = t->threads;
  size_t row = (size_t)T * T; /* of a variable and kind: by thread, its last access' timestamp */
  uint32_t *c = calloc(row, 4), *l = calloc((size_t)t->locks * T, 4), *last = calloc(2 * t->vars * row, 4);
  for (uint32_t i = 0; i < T; i++) c[i * T + i] = 1;
  for (uint32_t i = 0; i < t->n; i++) {
    const struct omen_event *e = &t->ev[i];
    uint32_t *ct = c + (size_t)e->thread * T, *o = l + (size_t)e->obj * T;
    bool write = e->kind == OMEN_KIND_WRITE;
    switch (e->kind) {
    case OMEN_KIND_ACQ: EACH(if (o[k] > ct[k]) ct[k] = o[k]) break;
    case OMEN_KIND_REL: EACH(o[k] = ct[k]) ct[e->thread]++; break;
    case OMEN_KIND_FORK:
      EACH(if (k != e->obj) c[(size_t)e->obj * T + k] = ct[k])
      ct[e->thread]++;
      break;
    default:
      for (int kind = write ? 0 : 1; kind < 2; kind++) { /* reads, writes */
        const uint32_t *of = last + (2 * (size_t)e->obj + (size_t)kind) * row;
        bool race = false;
        EACH(race |= of[k * T + k] > ct[k])
        for (uint32_t u = 0; race && u < T; u++) EACH(if (of[u * T + k] > ct[k]) ct[k] = of[u * T + k])
        warned[i] |= race;
      }
      memcpy(last + (2 * (size_t)e->obj + write) * row + (size_t)e->thread * T, ct, T * 4);
      ct[e->thread]++;
      break;
    }
  }
  free(c), free(l), free(last);
}

static void check_forced(const struct large *t) {
  uint8_t *want = calloc(t->n, 1), *have = calloc(t->n, 1);
  forced_listing(t, want);
  struct omen_engine *e = run(&omen_engine_fhb, t, NULL, have);
  assert_memory_equal(want, have, t->n);
  assert_true(e->warnings > 0);
  omen_engine_free(e);
  free(want), free(have);
}

static void check_twins(const struct large *t) {
  static const char *const names[][2] = {{"hb", "hb-epoch"}, {"shb", "shb-epoch"}};
  for (int shb = 0; shb < 2; shb++) {
    uint8_t *want = calloc(t->n, 1), *have[2] = {calloc(t->n, 1), calloc(t->n, 1)};
    struct omen_engine *e[2];
    listing(t, shb, want);
    for (int k = 0; k < 2; k++) {
      e[k] = run(omen_engine_find(names[shb][k], strlen(names[shb][k])), t, NULL, have[k]);
      assert_memory_equal(want, have[k], t->n);
    }
    assert_true(same_pairs(omen_engine_pairs(e[0]), omen_engine_pairs(e[1])));
    assert_true(e[0]->warnings > 0);
    for (int k = 0; k < 2; k++) omen_engine_free(e[k]), free(have[k]);
    free(want);
  }
}

static void check_filter(const struct large *t) {
  uint8_t *drop = calloc(t->n, 1);
  for (size_t i = 0; omen_engine_list(i); i++) {
    const struct omen_engine_ops *ops = omen_engine_list(i);
    if (ops->orders == OMEN_ORDERS_RACES) continue;
    struct omen_tree *f = omen_tree_new(ops->orders, ops->locks, false);
    struct omen_batch b = {.ev = t->ev, .n = t->n, .threads = t->threads, .syncs = t->locks, .vars = t->vars};
    omen_tree_run(f, &b);
    omen_tree_drops(f, 0, t->n, drop);
    omen_tree_free(f);
    struct omen_engine *off = run(ops, t, NULL, NULL), *on = run(ops, t, drop, NULL);
    if (!same_pairs(omen_engine_pairs(off), omen_engine_pairs(on)))
      fail_msg("%s: %u pairs without, %u with the filter", ops->name, omen_engine_pairs(off)->n,
               omen_engine_pairs(on)->n);
    omen_engine_free(off);
    omen_engine_free(on);
  }
  free(drop);
}

static void few_threads(void **state) {
  struct large t = make(11, 200000, 7, 3000, 50, 100);
  check_twins(&t);
  check_filter(&t);
  free(t.ev);
}
static void many_threads(void **state) {
  struct large t = make(12, 150000, 70, 3000, 100, 30);
  check_twins(&t);
  check_filter(&t);
  free(t.ev);
}
static void all_racy(void **state) {
  struct large t = make(13, 100000, 20, 100, 20, 1000);
  check_twins(&t);
  check_filter(&t);
  free(t.ev);
}
static void quiet(void **state) {
  struct large t = make(14, 200000, 33, 5000, 300, 1);
  check_twins(&t);
  check_filter(&t);
  free(t.ev);
}

static void forced(void **state) {
  static const uint32_t threads[] = {5, 12, 40}; /* rows, longer rows, lists: threads come late */
  for (int i = 0; i < 3; i++) {
    struct large t = make(15 + (uint64_t)i, 30000, threads[i], 200, 50, 100);
    check_forced(&t);
    free(t.ev);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forced), cmocka_unit_test(few_threads),
                                     cmocka_unit_test(many_threads), cmocka_unit_test(all_racy),
                                     cmocka_unit_test(quiet)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

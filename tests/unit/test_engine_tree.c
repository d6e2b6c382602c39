/* The TREE filter loses no pair: on random traces every engine finds the same pairs of locations with it and
 * without it. And the thesis's own example, with the accesses that it removes there. */
#include "test_engine_ref.h"
#include "detect/analyze.h"
#include "detect/tree.h"

static uint64_t filter(const struct omen_engine_ops *ops, bool span, const struct trace *t, uint8_t *drop) {
  struct omen_tree *f = omen_tree_new(ops->orders, ops->locks, span);
  struct omen_batch b = {
      .ev = t->ev, .n = t->n, .threads = t->threads, .syncs = t->locks + 1, .vars = t->vars};
  omen_tree_run(f, &b);
  omen_tree_drops(f, 0, t->n, drop);
  uint64_t removed = omen_tree_removed(f), count = 0;
  for (uint32_t i = 0; i < t->n; i++) count += drop[i];
  assert_int_equal(removed, count);
  omen_tree_free(f);
  return removed;
}

static bool same_pairs(const struct omen_pairset *a, const struct omen_pairset *b) {
  bool same = a->n == b->n;
  for (uint32_t i = 0; a->mask && i <= a->mask; i++)
    if (a->slot[i]) same &= omen_pairset_has(b, (uint32_t)(a->slot[i] >> 32) - 1, (uint32_t)a->slot[i]);
  return same;
}

static void with_and_without(const char *name, int traces, bool must_drop) {
  uint64_t seed = 271828, removed = 0, accesses = 0;
  const struct omen_engine_ops *ops = omen_engine_find(name, strlen(name));
  for (int n = 0; n < traces; n++) {
    struct shape s = {.events = 8 + below(&seed, n % 3 ? 30 : REF_MAX - 8),
                      .threads = 2 + below(&seed, 8),
                      .locks = 1 + below(&seed, 3),
                      .vars = 1 + below(&seed, 2),
                      .locs = 1 + below(&seed, 6),
                      .forked = below(&seed, 3) * 45,
                      .sync = below(&seed, 60),
                      .extras = below(&seed, 3) == 0};
    struct trace t;
    struct result off, on;
    uint8_t drop[REF_MAX];
    random_trace(&seed, &s, &t);
    removed += filter(ops, false, &t, drop);
    for (uint32_t i = 0; i < t.n; i++) accesses += is_access(&t.ev[i]);
    run_engine(name, &t, NULL, &off, &seed);
    run_engine(name, &t, drop, &on, &seed);
    if (!same_pairs(omen_engine_pairs(off.e), omen_engine_pairs(on.e))) {
      print_trace(&t);
      for (uint32_t i = 0; i < t.n; i++)
        if (drop[i]) fprintf(stderr, "dropped %u\n", i);
      fail_msg("%s: %llu pairs without the filter, %llu with it", name, (unsigned long long)off.pairs,
               (unsigned long long)on.pairs);
    }
    omen_engine_free(off.e);
    omen_engine_free(on.e);
  }
  if (must_drop) assert_true(removed * 50 > accesses); /* it does something */
}

static void hb(void **state) { with_and_without("hb", 80000, true); }
static void hb_epoch(void **state) { with_and_without("hb-epoch", 10000, true); }
static void shb(void **state) { with_and_without("shb", 80000, true); }
static void shb_epoch(void **state) { with_and_without("shb-epoch", 10000, true); }
static void wcp(void **state) { with_and_without("wcp", 40000, true); }
static void lockset(void **state) { with_and_without("lockset", 40000, true); }
static void hybrid(void **state) { with_and_without("hybrid", 100000, true); }

/* Span redundancy keeps what an epoch engine promises at least: a variable with a race still has one. */
static void span(void **state) {
  uint64_t seed = 161803;
  for (int n = 0; n < 20000; n++) {
    struct shape s = {.events = 8 + below(&seed, 60),
                      .threads = 2 + below(&seed, 4),
                      .locks = 1 + below(&seed, 2),
                      .vars = 1 + below(&seed, 3),
                      .locs = 1 + below(&seed, 6),
                      .sync = below(&seed, 60)};
    struct trace t;
    struct result off, on;
    uint8_t drop[REF_MAX];
    random_trace(&seed, &s, &t);
    const char *name = n % 2 ? "hb-epoch" : "shb-epoch";
    filter(omen_engine_find(name, strlen(name)), true, &t, drop);
    run_engine(name, &t, NULL, &off, &seed);
    run_engine(name, &t, drop, &on, &seed);
    assert_int_equal(off.e->racy_n, on.e->racy_n);
    omen_engine_free(off.e);
    omen_engine_free(on.e);
  }
}

/* Figure 3.4. The thesis counts six pairs of locations; the trace has a seventh, (3,4): events 17 and 23 hold
 * no common lock, and nothing orders them. Its filter is for an engine that orders by messages alone and asks
 * for locks: there the three accesses that it names go, and no other. */
static void figure_3_4(void **state) {
  static const char text[] = "t0|fork(t1)|f\nt0|fork(t2)|f\nt0|fork(t3)|f\n"
                             "t0|acq(L1)|l\nt0|w(x)|1\nt0|rel(L1)|l\nt0|r(x)|2\n"
                             "t0|acq(L2)|l\nt0|w(x)|1\nt0|rel(L2)|l\nt0|r(x)|2\n"
                             "t0|acq(L3)|l\nt0|w(x)|1\nt0|rel(L3)|l\nt0|r(x)|2\n"
                             "t1|acq(L1)|l\nt1|w(x)|3\nt1|rel(L1)|l\nt1|w(x)|4\n"
                             "t2|acq(L2)|l\nt2|w(x)|3\nt2|rel(L2)|l\nt2|w(x)|4\n"
                             "t3|acq(L3)|l\nt3|w(x)|3\nt3|rel(L3)|l\nt3|w(x)|4\n";
  struct omen_err err;
  struct omen_source *src = omen_source_memory(text, sizeof text - 1, 0, &err);
  struct omen_event ev[32];
  assert_int_equal(omen_source_read(src, ev, 32, &err), 27);
  struct trace t = {.n = 27, .threads = 4, .locks = 4, .vars = 1};
  memcpy(t.ev, ev, 27 * sizeof *ev);
  uint8_t drop[REF_MAX] = {0};
  const struct omen_engine_ops *ops = omen_engine_find("hybrid", 6);
  assert_int_equal(filter(ops, false, &t, drop), 3);
  assert_true(drop[10] && drop[14] && drop[26]); /* events 11, 15 and 27, counted from 1 */
  static const char *const wanted[][2] = {{"1", "3"}, {"1", "4"}, {"2", "3"}, {"2", "4"},
                                          {"3", "3"}, {"4", "4"}, {"3", "4"}};
  struct omen_analysis a = {.tree = true, .quiet = true, .n = 0};
  for (size_t i = 0; omen_engine_list(i); i++)
    if (omen_engine_list(i)->orders != OMEN_ORDERS_RACES) a.ops[a.n++] = omen_engine_list(i);
  assert_int_equal(omen_analyze(src, &a, &err), 0);
  for (size_t i = 0; i < a.n; i++) {
    const struct omen_pairset *s = omen_engine_pairs(a.engine[i]);
    assert_int_equal(s->n, 7);
    for (size_t k = 0; k < 7; k++) {
      uint32_t l1 = omen_names_intern(&src->names[OMEN_SPACE_LOC], wanted[k][0], 1, NULL);
      uint32_t l2 = omen_names_intern(&src->names[OMEN_SPACE_LOC], wanted[k][1], 1, NULL);
      assert_true(omen_pairset_has(s, l1, l2));
    }
    if (a.ops[i] == ops) assert_int_equal(a.removed[i], 3);
  }
  omen_analysis_release(&a);
  omen_source_close(src);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figure_3_4), cmocka_unit_test(hybrid),   cmocka_unit_test(lockset),
      cmocka_unit_test(hb),         cmocka_unit_test(hb_epoch), cmocka_unit_test(shb),
      cmocka_unit_test(shb_epoch),  cmocka_unit_test(wcp),      cmocka_unit_test(span)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

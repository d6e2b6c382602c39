/* The predictors against brute force: all correct reorderings of small random traces. syncp finds exactly the
 * races that some reordering shows which keeps the order of the sections of each lock. Every witness is
 * checked. */
/* rooms: predict, slow */
#include "test_predict_ref.h"

struct found {
  const struct ref *r;
  bool sync_preserving;
  uint32_t n;
};

static void check_race(void *arg, const struct omen_witness *w) {
  struct found *f = arg;
  assert_int_equal(w->n, 2);
  f->n++;
  bool good = w->at[0].event < w->at[1].event;
  good = good && ref_conflict(f->r, (uint32_t)w->at[0].event, (uint32_t)w->at[1].event);
  if (good && ref_witness(f->r, w, f->sync_preserving)) return;
  print_trace(f->r->t);
  fail_msg("%s: no witness for %llu and %llu", omen_predictor_name(w->predictor),
           (unsigned long long)w->at[0].event, (unsigned long long)w->at[1].event);
}

/* Runs a predictor over the trace; the caller releases the prediction. */
static void predict(enum omen_predictor which, const struct ref *r, uint32_t window, bool loose,
                    struct omen_prediction *p) {
  static struct omen_buf text;
  struct found f = {r, which == OMEN_PREDICT_SYNCP, 0};
  struct omen_err err;
  *p = (struct omen_prediction){
      .predictor = which, .quiet = true, .window = window, .loose = loose, .found = check_race, .arg = &f};
  struct omen_source *s = ref_source(r->t, &text);
  if (omen_predict(s, p, &err)) fail_msg("%s", err.msg);
  assert_int_equal(p->events, r->t->n);
  assert_int_equal(f.n, p->pairs.n);
  omen_source_close(s);
}

/* Locations of the source are numbered in order of appearance. */
static void rename_locations(struct trace *t) {
  uint32_t name[REF_MAX], n = 0;
  for (uint32_t i = 0; i < t->n; i++) {
    uint32_t k = 0;
    while (k < n && name[k] != t->ev[i].loc) k++;
    if (k == n) name[n++] = t->ev[i].loc;
    t->ev[i].loc = k;
  }
}

static void exactly(enum omen_predictor which, const struct ref *r, bool loose, const set *found) {
  struct omen_prediction p;
  struct omen_pairset want = {0};
  uint64_t warnings = 0;
  predict(which, r, 0, loose, &p);
  bool same = true;
  for (uint32_t j = 0; j < r->t->n; j++) {
    warnings += found[j] != 0;
    for (uint32_t i = 0; i < j; i++)
      if (HAS(found[j], i)) {
        omen_pairset_add(&want, r->t->ev[i].loc, r->t->ev[j].loc);
        same &= omen_pairset_has(&p.pairs, r->t->ev[i].loc, r->t->ev[j].loc);
      }
  }
  if (!same || p.warnings != warnings || p.pairs.n != want.n) {
    print_trace(r->t);
    for (uint32_t j = 0; j < r->t->n; j++)
      for (uint32_t i = 0; i < j; i++) {
        bool is = HAS(found[j], i), said = omen_pairset_has(&p.pairs, r->t->ev[i].loc, r->t->ev[j].loc);
        if (is || said) fprintf(stderr, "%u and %u: %d, said %d\n", i, j, is, said);
      }
    fail_msg("%s: %llu warnings for %llu, %u pairs for %u", omen_predictor_name(which),
             (unsigned long long)p.warnings, (unsigned long long)warnings, p.pairs.n, want.n);
  }
  omen_pairset_release(&want);
  omen_prediction_release(&p);
}

/* In windows fewer are found, each with a witness. */
static void in_windows(enum omen_predictor which, const struct ref *r, uint64_t *seed) {
  struct omen_prediction all, some;
  predict(which, r, 0, false, &all);
  predict(which, r, 1 + below(seed, 16), false, &some);
  assert_true(some.warnings <= all.warnings && some.pairs.n <= all.pairs.n);
  assert_true(some.windows >= all.windows);
  omen_prediction_release(&all);
  omen_prediction_release(&some);
}

static struct shape random_shape(uint64_t *seed, uint32_t events) {
  return (struct shape){.events = 4 + below(seed, events),
                        .threads = 2 + below(seed, 3),
                        .locks = 1 + below(seed, 2),
                        .vars = 1 + below(seed, 3),
                        .locs = below(seed, 3) ? 0 : 2 + below(seed, 3),
                        .forked = below(seed, 2) * 60,
                        .sync = 20 + below(seed, 50),
                        .extras = below(seed, 4) == 0};
}

enum { SYNCP_TRACES = 5000 };
static void sync_preserving_races(void **state) {
  uint64_t seed = 88172645463325252u, races = 0;
  struct ref_search s = {.sync_preserving = true};
  for (int i = 0; i < SYNCP_TRACES; i++) {
    struct shape shape = random_shape(&seed, 20);
    struct trace t;
    struct ref r;
    random_trace(&seed, &shape, &t);
    rename_locations(&t);
    ref_make(&r, &t);
    ref_all(&s, &r);
    exactly(OMEN_PREDICT_SYNCP, &r, false, s.found);
    for (uint32_t j = 0; j < t.n; j++) races += s.found[j] != 0;
    in_windows(OMEN_PREDICT_SYNCP, &r, &seed);
    r.branches = true; /* and none of them: no read matters */
    ref_all(&s, &r);
    exactly(OMEN_PREDICT_SYNCP, &r, true, s.found);
  }
  ref_search_release(&s);
  assert_true(races > SYNCP_TRACES / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sync_preserving_races)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

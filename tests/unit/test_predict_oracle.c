/* The predictors against brute force: all correct reorderings of small random traces. mcm finds exactly the
 * races that some reordering shows; syncp those of reorderings that keep the order of the sections of each
 * lock, deadlock the deadlocks of these; osr no false ones, and no fewer than syncp, also where reads may
 * read anything. Every witness is run by an independent checker. */
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

enum { SYNCP_TRACES = 3000 };
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

/* osr finds what syncp finds, and nothing that no reordering shows. */
static void between(const struct ref *r, const set *found, bool loose, uint64_t *more) {
  struct omen_prediction least, p;
  struct omen_pairset most = {0};
  predict(OMEN_PREDICT_SYNCP, r, 0, loose, &least);
  predict(OMEN_PREDICT_OSR, r, 0, loose, &p);
  uint64_t warnings = 0;
  for (uint32_t j = 0; j < r->t->n; j++) warnings += found[j] != 0;
  assert_true(p.warnings >= least.warnings && p.warnings <= warnings);
  for (uint32_t j = 0; j < r->t->n; j++)
    for (uint32_t i = 0; i < j; i++) {
      uint32_t a = r->t->ev[i].loc, b = r->t->ev[j].loc;
      if (HAS(found[j], i)) omen_pairset_add(&most, a, b);
      if (omen_pairset_has(&least.pairs, a, b)) assert_true(omen_pairset_has(&p.pairs, a, b));
    }
  for (uint32_t j = 0; j < r->t->n; j++)
    for (uint32_t i = 0; i < j; i++) {
      uint32_t a = r->t->ev[i].loc, b = r->t->ev[j].loc;
      if (omen_pairset_has(&p.pairs, a, b)) assert_true(omen_pairset_has(&most, a, b));
    }
  omen_pairset_release(&most);
  *more += p.pairs.n - least.pairs.n;
  omen_prediction_release(&least);
  omen_prediction_release(&p);
}

/* Some events become branches. */
static void add_branches(struct trace *t, uint64_t *seed) {
  for (uint32_t i = 0; i < t->n; i++)
    if (is_access(&t->ev[i]) && below(seed, 4) == 0) t->ev[i].kind = OMEN_KIND_BRANCH;
}

enum { MCM_TRACES = 1500, LOOSE_EVENTS = 14 };
static void all_races(void **state) {
  uint64_t seed = 521288629521288629u, more = 0, most = 0, loose = 0;
  struct ref_search s = {0}, preserving = {.sync_preserving = true};
  for (int i = 0; i < MCM_TRACES; i++) {
    struct shape shape = random_shape(&seed, 14);
    struct trace t;
    struct ref r;
    if (i % 2) { /* sections that can be turned round */
      shape.sync = 50 + below(&seed, 30);
      shape.events = 10 + below(&seed, 11);
      shape.forked = 0;
    }
    random_trace(&seed, &shape, &t);
    bool branches = i % 3 == 0;
    if (branches) add_branches(&t, &seed);
    rename_locations(&t);
    ref_make(&r, &t);
    ref_all(&s, &r);
    exactly(OMEN_PREDICT_MCM, &r, false, s.found);
    if (i % 4 == 0) in_windows(OMEN_PREDICT_MCM, &r, &seed);
    if (branches) continue;
    between(&r, s.found, false, &more);
    in_windows(OMEN_PREDICT_OSR, &r, &seed);
    ref_all(&preserving, &r);
    for (uint32_t j = 0; j < t.n; j++) most += s.found[j] != preserving.found[j];
    if (t.n > LOOSE_EVENTS) continue; /* there are many more orders */
    r.branches = true;                /* and none of them: no read matters */
    ref_all(&s, &r);
    between(&r, s.found, true, &loose);
  }
  ref_search_release(&s);
  ref_search_release(&preserving);
  assert_true(more > 0 && most > 0 && loose > 0);
}

/* Deadlocks by what is asked for and held: one of them stands for all of the same threads and locks. */
enum { CYCLE = 4, CYCLES = 512 };
struct cycle {
  uint32_t k;
  struct {
    uint32_t thread, lock, held;
  } at[CYCLE];
};
struct cycles {
  struct cycle v[CYCLES];
  uint32_t n;
};

static void add_cycle(struct cycles *all, const struct ref *r, const uint32_t *event, uint32_t k) {
  struct cycle c = {.k = k};
  uint32_t first = 0;
  for (uint32_t i = 1; i < k; i++)
    if (r->t->ev[event[i]].thread < r->t->ev[event[first]].thread) first = i;
  for (uint32_t i = 0; i < k; i++) {
    uint32_t e = event[(first + i) % k];
    c.at[i].thread = r->t->ev[e].thread;
    c.at[i].lock = r->t->ev[e].obj;
    for (uint32_t j = 0; j < r->t->n; j++)
      if (HAS(r->holds[e], j)) c.at[i].held |= 1u << r->t->ev[j].obj;
  }
  for (uint32_t i = 0; i < all->n; i++)
    if (!memcmp(&all->v[i], &c, sizeof c)) return;
  assert_true(all->n < CYCLES);
  all->v[all->n++] = c;
}

/* The acquire that is next of a thread, and who holds its lock; -1: none. */
static int next_acquire(const struct ref *r, const struct ref_state *at, uint32_t thread, int *holder) {
  for (uint32_t i = 0; i < r->t->n; i++) {
    const struct omen_event *e = &r->t->ev[i];
    if (e->thread != thread || e->kind != OMEN_KIND_ACQ || !ref_next(r, at, i)) continue;
    *holder = -1;
    for (uint32_t j = 0; j < r->t->n; j++)
      if (HAS(at->done, j) && r->t->ev[j].obj == e->obj) {
        if (r->t->ev[j].kind == OMEN_KIND_ACQ) *holder = r->t->ev[j].thread;
        if (r->t->ev[j].kind == OMEN_KIND_REL) *holder = -1;
      }
    return *holder >= 0 && (uint32_t)*holder != thread ? (int)i : -1;
  }
  return -1;
}

/* Who waits for whom in a circle, from each thread on. */
static void look_for_cycles(struct ref_search *s, const struct ref_state *at) {
  for (uint32_t t = 0; t < s->r->t->threads; t++) {
    uint32_t event[CYCLE], k = 0, u = t;
    int holder, e;
    while (k < CYCLE && (e = next_acquire(s->r, at, u, &holder)) >= 0) {
      event[k++] = (uint32_t)e;
      u = (uint32_t)holder;
      if (u != t) continue;
      add_cycle(s->arg, s->r, event, k);
      break;
    }
  }
}

struct told {
  const struct ref *r;
  struct cycles all;
};

static void check_deadlock(void *arg, const struct omen_witness *w) {
  struct told *f = arg;
  uint32_t event[CYCLE];
  assert_true(w->n >= 2 && w->n <= CYCLE);
  bool good = ref_witness(f->r, w, true);
  for (uint32_t i = 0; i < w->n; i++) {
    event[i] = (uint32_t)w->at[i].event;
    uint32_t after = (uint32_t)w->at[(i + 1) % w->n].event;
    bool held = false;
    for (uint32_t j = 0; j < f->r->t->n; j++)
      held |= HAS(f->r->holds[after], j) && f->r->t->ev[j].obj == f->r->t->ev[event[i]].obj;
    good &= held && f->r->t->ev[event[i]].kind == OMEN_KIND_ACQ;
  }
  if (!good) print_trace(f->r->t);
  assert_true(good);
  add_cycle(&f->all, f->r, event, w->n);
}

static void predict_deadlocks(struct told *f, uint32_t window) {
  static struct omen_buf text;
  struct omen_err err;
  struct omen_prediction p = {
      .predictor = OMEN_PREDICT_DEADLOCK, .quiet = true, .window = window, .found = check_deadlock, .arg = f};
  f->all.n = 0;
  struct omen_source *s = ref_source(f->r->t, &text);
  if (omen_predict(s, &p, &err)) fail_msg("%s", err.msg);
  assert_int_equal(p.warnings, f->all.n);
  omen_source_close(s);
  omen_prediction_release(&p);
}

enum { DEADLOCK_TRACES = 10000 };
static void deadlocks(void **state) {
  uint64_t seed = 362436069362436069u, found = 0;
  static struct cycles want;
  static struct told have;
  struct ref_search s = {.sync_preserving = true, .look = look_for_cycles, .arg = &want};
  for (int i = 0; i < DEADLOCK_TRACES; i++) {
    struct shape shape = {.events = 8 + below(&seed, 16),
                          .threads = 2 + below(&seed, 3),
                          .locks = 2 + below(&seed, 3),
                          .vars = 2,
                          .forked = below(&seed, 2) * 60,
                          .sync = 80 + below(&seed, 20)};
    struct trace t;
    struct ref r;
    random_trace(&seed, &shape, &t);
    ref_make(&r, &t);
    want.n = 0;
    ref_all(&s, &r);
    have.r = &r;
    predict_deadlocks(&have, 0);
    bool same = have.all.n == want.n;
    for (uint32_t k = 0; k < want.n; k++) {
      bool any = false;
      for (uint32_t l = 0; l < have.all.n; l++) any |= !memcmp(&have.all.v[l], &want.v[k], sizeof want.v[k]);
      same &= any;
    }
    if (!same) print_trace(&t);
    if (!same) fail_msg("%u deadlocks for %u", have.all.n, want.n);
    found += want.n;
    predict_deadlocks(&have, 1 + below(&seed, 16));
  }
  ref_search_release(&s);
  assert_true(found > DEADLOCK_TRACES / 40);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sync_preserving_races), cmocka_unit_test(deadlocks),
                                     cmocka_unit_test(all_races)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

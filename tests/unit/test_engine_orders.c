/* Every engine against its definition, worked out with sets of events, on random traces with all kinds of
 * events: warnings event by event, and the complete set of pairs. */
/* rooms: detect, slow */
#include "test_engine_ref.h"

static struct shape any_shape(uint64_t *seed, uint32_t max_events, bool extras) {
  return (struct shape){.events = 4 + below(seed, max_events - 4),
                        .threads = 2 + below(seed, below(seed, 4) ? 4 : REF_THREADS - 2),
                        .locks = 1 + below(seed, 3),
                        .vars = 1 + below(seed, 4),
                        .locs = below(seed, 3) ? 0 : 1 + below(seed, 8),
                        .forked = below(seed, 3) * 40,
                        .sync = below(seed, 70),
                        .extras = extras && below(seed, 2)};
}

static void happens_before(void **state) {
  uint64_t seed = 1234567;
  for (int i = 0; i < 60000; i++) {
    struct shape s = any_shape(&seed, i % 4 ? 24 : REF_MAX, true);
    struct trace t;
    struct answer a;
    random_trace(&seed, &s, &t);
    races_of(&t, true, false, &a);
    compare("hb", &t, &a, &seed);
    compare("hb-epoch", &t, &a, &seed);
    races_of(&t, true, true, &a);
    compare("shb", &t, &a, &seed);
    compare("shb-epoch", &t, &a, &seed);
  }
}

/* Locks held at every event, as a set of bits. */
static void locks_held(const struct trace *t, uint32_t *held) {
  uint32_t now[REF_THREADS] = {0};
  for (uint32_t i = 0; i < t->n; i++) {
    const struct omen_event *e = &t->ev[i];
    if (e->kind == OMEN_KIND_ACQ) now[e->thread] |= 1u << e->obj;
    held[i] = now[e->thread];
    if (e->kind == OMEN_KIND_REL) now[e->thread] &= ~(1u << e->obj);
  }
}

static void hybrid(void **state) {
  uint64_t seed = 424242;
  for (int n = 0; n < 40000; n++) {
    struct shape s = any_shape(&seed, n % 4 ? 24 : REF_MAX, true);
    struct trace t;
    struct answer a;
    uint32_t held[REF_MAX];
    random_trace(&seed, &s, &t);
    races_of(&t, false, false, &a);
    locks_held(&t, held);
    for (uint32_t j = 0; j < t.n; j++)
      for (uint32_t i = 0; i < j; i++)
        if (held[i] & held[j]) a.races[j] &= ~ONE(i);
    compare("hybrid", &t, &a, &seed);
  }
}

static void eraser(void **state) {
  uint64_t seed = 777;
  for (int n = 0; n < 40000; n++) {
    struct shape s = any_shape(&seed, n % 4 ? 24 : REF_MAX, true);
    struct trace t;
    struct answer a = {0};
    uint32_t held[REF_MAX];
    random_trace(&seed, &s, &t);
    locks_held(&t, held);
    for (uint32_t x = 0; x < t.vars; x++) { /* the state machine, variable by variable */
      int first = -1;
      bool shared = false, modified = false;
      uint32_t locks = 0;
      for (uint32_t j = 0; j < t.n; j++) {
        const struct omen_event *e = &t.ev[j];
        if (e->kind == OMEN_KIND_ALLOC && e->obj == x) {
          first = -1;
          shared = modified = false;
        }
        if (!is_access(e) || e->obj != x) continue;
        uint32_t mine = held[j] | (atomic(e) ? 1u << 31 : 0);
        if (first < 0) {
          first = (int)e->thread;
        } else if (shared || first != (int)e->thread) {
          locks = shared ? locks & mine : mine;
          shared = true;
          modified |= writes(e);
        }
        if (!modified || locks) continue;
        for (uint32_t i = 0; i < j; i++)
          if (conflict(&t, i, j)) a.races[j] |= ONE(i);
      }
    }
    compare("lockset", &t, &a, &seed);
  }
}

/* Algorithm 3 with sets of events: what an access races with, class by class, comes before the thread's next
 * step. */
static void fhb_reference(const struct trace *t, struct answer *a) {
  set of_thread[REF_THREADS] = {0}, of_obj[REF_OBJS] = {0}, past[REF_MAX];
  memset(a, 0, sizeof *a);
  for (uint32_t j = 0; j < t->n; j++) {
    const struct omen_event *e = &t->ev[j];
    set *own = &of_thread[e->thread];
    for (int turn = 0; turn < 4; turn++) { /* plain reads, atomic reads, plain writes, atomic writes */
      set racing = 0;
      for (uint32_t i = 0; i < j; i++)
        if (conflict(t, i, j) && writes(&t->ev[i]) == turn / 2 && atomic(&t->ev[i]) == turn % 2 &&
            !HAS(*own, i))
          racing |= ONE(i);
      for (uint32_t i = 0; i < j; i++)
        if (HAS(racing, i)) *own |= past[i] | ONE(i);
      a->races[j] |= racing;
    }
    if (e->kind == OMEN_KIND_ACQ || e->kind == OMEN_KIND_OBSERVE) *own |= of_obj[e->obj];
    if (e->kind == OMEN_KIND_JOIN) *own |= of_thread[e->obj];
    past[j] = *own;
    *own |= ONE(j);
    if (e->kind == OMEN_KIND_REL || e->kind == OMEN_KIND_SIGNAL) of_obj[e->obj] = *own;
    if (e->kind == OMEN_KIND_PUBLISH) of_obj[e->obj] |= *own;
    if (e->kind == OMEN_KIND_COPY) of_obj[e->obj] = of_obj[e->aux];
    if (e->kind == OMEN_KIND_MERGE) of_obj[e->obj] |= of_obj[e->aux];
    if (e->kind == OMEN_KIND_FORK) of_thread[e->obj] |= *own;
  }
}

static void forced(void **state) {
  uint64_t seed = 99;
  for (int n = 0; n < 60000; n++) {
    struct shape s = any_shape(&seed, n % 4 ? 24 : REF_MAX, n % 2);
    struct trace t;
    struct answer a, shb;
    random_trace(&seed, &s, &t);
    fhb_reference(&t, &a);
    compare("fhb", &t, &a, &seed);
    if (s.extras) continue;
    races_of(&t, true, true, &shb); /* what fhb finds can be scheduled */
    for (uint32_t j = 0; j < t.n; j++) {
      if (a.races[j] & ~shb.races[j]) print_trace(&t);
      assert_true((a.races[j] & ~shb.races[j]) == 0);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(happens_before), cmocka_unit_test(hybrid),
                                     cmocka_unit_test(eraser), cmocka_unit_test(forced)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

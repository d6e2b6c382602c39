/* C11 atomics and fences against their definition. Random programs; the oracle keeps for each atomic location
 * the modification order and finds, by walking it, every release operation or release fence whose release
 * sequence a value belongs to (C11 5.1.2.4 p10-11, 7.17.4). The bytes with a race must be those that the
 * detector flags.
 *
 * One rule is kept only in part (atomic.c says so): programs in which it matters must lie between C11, where
 * a thread's own relaxed store continues its release sequence, and C++20, where it does not. */
/* rooms: runtime/shadow, quick */
#include "shadow_fake.h"

#define STEPS 64
#define THREADS 4
#define ATOMS 3
#define DATA 12 /* bytes of plain data; the atomics come after */

static uint32_t memory[REGION / 4];
enum { R_ = 0, A_ = 2, L_ = 3, AL_ = 4, SC_ = 5 };
static const uint32_t orders[] = {R_, R_, A_, L_, AL_, SC_};

struct event {
  int thread;
  unsigned lo, hi;
  enum omrt_access kind;
};
static struct event event[STEPS];
static int events;

/* The order under one reading of the standard: [0] C11, [1] C++20. */
struct order {
  uint64_t before[STEPS];                 /* of an event */
  uint64_t past[THREADS];                 /* of a thread, now */
  uint64_t fence[THREADS], seen[THREADS]; /* published by its release fence; seen by its relaxed loads */
  bool fenced[THREADS];
  struct write {
    int thread;
    bool rmw, heads; /* read-modify-write; heads a sequence */
    uint64_t clock;  /* what its sequence publishes */
  } mod[ATOMS][STEPS];
  int mods[ATOMS];
};
static struct order order[2];
static bool partly; /* the rule that is kept in part mattered */
static struct omrt_fiber *thread[THREADS];
static uint8_t racy[2][REGION];

/* All that an acquire of the newest value of `a` would take. */
static uint64_t sequence_clock(const struct order *o, int a, bool own_continues) {
  uint64_t clock = 0;
  for (int head = 0; head < o->mods[a]; head++) {
    if (!o->mod[a][head].heads) continue;
    bool reaches = true;
    for (int i = head + 1; i < o->mods[a]; i++)
      reaches &= o->mod[a][i].rmw || (own_continues && o->mod[a][i].thread == o->mod[a][head].thread);
    if (reaches) clock |= o->mod[a][head].clock;
  }
  return clock;
}

static void oracle_take(int t, int a, uint32_t mo) {
  for (int v = 0; v < 2; v++) {
    uint64_t clock = sequence_clock(&order[v], a, v == 0);
    if (mo != R_ && mo != L_)
      order[v].past[t] |= clock;
    else
      order[v].seen[t] |= clock;
  }
}

static void oracle_put(int t, int a, uint32_t mo, bool rmw) {
  for (int v = 0; v < 2; v++) {
    struct order *o = &order[v];
    struct write *w = &o->mod[a][o->mods[a]++];
    *w = (struct write){t, rmw, mo >= L_ || o->fenced[t], mo >= L_ ? o->past[t] : o->fence[t]};
  }
  if (rmw || mo >= L_) return;
  struct order *o = &order[0]; /* a relaxed store: does another thread's head lie between it and its own? */
  bool other = false;
  for (int i = o->mods[a] - 2; i >= 0; i--) {
    if (o->mod[a][i].thread != t && !o->mod[a][i].rmw) break;
    if (o->mod[a][i].thread != t && o->mod[a][i].heads) other = true;
    if (o->mod[a][i].thread == t && o->mod[a][i].heads && other) partly = true;
  }
}

static void oracle_fence(int t, uint32_t mo) {
  for (int v = 0; v < 2; v++) {
    struct order *o = &order[v];
    if (mo != R_ && mo != L_) o->past[t] |= o->seen[t];
    if (mo >= L_) o->fence[t] = o->past[t], o->fenced[t] = true;
  }
}

static void add(int t, unsigned lo, unsigned size, enum omrt_access k) {
  event[events] = (struct event){t, lo, lo + size, k};
  for (int v = 0; v < 2; v++) {
    order[v].before[events] = order[v].past[t];
    order[v].past[t] |= 1ull << events;
  }
  events++;
}

static bool oracle_conflict(enum omrt_access a, enum omrt_access b) {
  return !(a >= OMRT_AR && b >= OMRT_AR) && ((a | b) & 1); /* W and AW are the odd ones */
}

static void oracle_races(int v) {
  for (int j = 0; j < events; j++)
    for (int i = 0; i < j; i++) {
      const struct event *x = &event[i], *y = &event[j];
      if (x->thread == y->thread || !oracle_conflict(x->kind, y->kind) || order[v].before[j] >> i & 1)
        continue;
      for (unsigned b = x->lo; b < x->hi; b++)
        if (b >= y->lo && b < y->hi) racy[v][b] = 1;
    }
}

/* --- one random program
 * ------------------------------------------------------------------------------------------ */

static void do_atomic(int t) {
  int a = (int)rnd(ATOMS);
  uint32_t *p = &memory[DATA / 4 + a], mo = orders[rnd(6)];
  unsigned at = DATA + 4 * (unsigned)a;
  switch (rnd(4)) {
  case 0:
    if (mo == L_ || mo == AL_) mo = A_;
    __omen_atomic_load(p, 4 | mo << 8, 1);
    oracle_take(t, a, mo);
    add(t, at, 4, OMRT_AR);
    break;
  case 1:
    if (mo == A_ || mo == AL_) mo = L_;
    __omen_atomic_store(p, 4 | mo << 8, 1);
    add(t, at, 4, OMRT_AW);
    oracle_put(t, a, mo, false);
    *p = rnd(3);
    break;
  case 2:
    __omen_atomic_rmw(p, 4 | mo << 8, 1);
    oracle_take(t, a, mo);
    add(t, at, 4, OMRT_AW);
    oracle_put(t, a, mo, true);
    *p += 1;
    break;
  default: {
    uint32_t failure = rnd(2) ? A_ : R_, expected = rnd(2) ? *p : *p + 1;
    bool works = expected == *p;
    __omen_atomic_cas(p, expected, 4 | mo << 8 | failure << 16, 1);
    oracle_take(t, a, works ? mo : failure);
    add(t, at, 4, works ? OMRT_AW : OMRT_AR);
    if (works) oracle_put(t, a, mo, true), *p += 1;
  }
  }
}

static void do_plain(int t) {
  bool write = rnd(2);
  unsigned size = 1u << rnd(3), at = rnd(DATA / size) * size;
  if (rnd(24) == 0) size = 4, at = DATA + 4 * rnd(ATOMS); /* plainly on an atomic */
  if (write)
    prog_write((char *)memory + at, size, 2);
  else
    prog_read((char *)memory + at, size, 2);
  add(t, at, size, write ? OMRT_W : OMRT_R);
}

static void do_fence(int t) {
  uint32_t mo = orders[2 + rnd(4)];
  __omen_fence(mo, 3);
  oracle_fence(t, mo);
}

static void run_case(void) {
  memset(order, 0, sizeof order);
  memset(racy, 0, sizeof racy);
  memset(flagged, 0, sizeof flagged);
  events = 0;
  partly = false;
  omrt_shadow_reset(memory, sizeof memory);
  thread[0] = omrt_cur;
  for (int t = 1; t < THREADS; t++) thread[t] = fake_fork();
  int t = 0;
  for (int s = 0, steps = 8 + (int)rnd(60); s < steps && events < STEPS; s++) {
    if (rnd(3)) fake_run(thread[t = 1 + (int)rnd(THREADS - 1)]);
    if (t == 0) continue; /* main's fences would outlive the case */
    switch (rnd(8)) {
    case 0: do_fence(t); break;
    case 1:
    case 2:
    case 3: do_plain(t); break;
    default: do_atomic(t);
    }
  }
  for (int u = 1; u < THREADS; u++) {
    fake_end(thread[u], thread[0]);
    omrt_hb_join(thread[0], thread[u]);
    free(thread[u]);
  }
  oracle_races(0);
  oracle_races(1);
}

static void as_the_standard_says(void **state) {
  (void)state;
  uint64_t exact = 0, between = 0, with_race = 0;
  for (int i = 0; i < 200000; i++) {
    run_case();
    bool any = false;
    for (unsigned b = 0; b < DATA + 4 * ATOMS; b++) {
      any |= racy[0][b];
      if (!partly && flagged[b] != racy[0][b]) fprintf(stderr, "case %d, byte %u\n", i, b);
      if (!partly) assert_int_equal(flagged[b], racy[0][b]);
      assert_false(racy[0][b] && !flagged[b]);
      assert_false(flagged[b] && !racy[1][b]);
    }
    *(partly ? &between : &exact) += 1;
    with_race += any;
  }
  print_message("%lu exactly as C11, %lu between C11 and C++20; %lu with races\n", exact, between, with_race);
  assert_true(exact > 100000);
  assert_true(with_race > 1000 && with_race < 199000);
}

/* --- the cases that people write, by name
 * ------------------------------------------------------------------------ */

static uint32_t *const x = &memory[0], *const f = &memory[4];

static bool message_passing(void (*send)(void), void (*receive)(void)) {
  struct omrt_fiber *main_fiber = omrt_cur;
  memset(flagged, 0, sizeof flagged);
  memset(memory, 0, sizeof memory);
  omrt_shadow_reset(memory, sizeof memory);
  struct omrt_fiber *a = fake_fork(), *b = fake_fork();
  fake_run(a);
  prog_write(x, 4, 1);
  send();
  fake_run(b);
  receive();
  prog_read(x, 4, 2);
  fake_end(a, b);
  fake_end(b, main_fiber);
  omrt_hb_join(main_fiber, a);
  omrt_hb_join(main_fiber, b);
  return flagged[0];
}

static void store_release(void) { __omen_atomic_store(f, 4 | L_ << 8, 1); }
static void store_relaxed(void) { __omen_atomic_store(f, 4 | R_ << 8, 1); }
static void store_twice(void) { store_release(), store_relaxed(); }
static void fence_store(void) { __omen_fence(L_, 1), store_relaxed(); }
static void rmw_release(void) { __omen_atomic_rmw(f, 4 | L_ << 8, 1); }
static void rmw_relaxed(void) { __omen_atomic_rmw(f, 4 | R_ << 8, 1); }
static void load_acquire(void) { __omen_atomic_load(f, 4 | A_ << 8, 1); }
static void load_relaxed(void) { __omen_atomic_load(f, 4 | R_ << 8, 1); }
static void load_fence(void) { load_relaxed(), __omen_fence(A_, 1); }
static void rmw_then_load(void) { rmw_relaxed(), load_acquire(); } /* an RMW of another thread continues it */
static void store_then_load(void) { store_relaxed(), load_acquire(); } /* a store of another thread ends it */
static void fence_seq_cst(void) { load_relaxed(), __omen_fence(SC_, 1); }
static void cas_fails_acquire(void) { __omen_atomic_cas(f, 77, 4 | R_ << 8 | A_ << 16, 1); }
static void cas_fails_relaxed(void) { __omen_atomic_cas(f, 77, 4 | SC_ << 8 | R_ << 16, 1); }
static void cas_works_acquire(void) { __omen_atomic_cas(f, 0, 4 | A_ << 8 | R_ << 16, 1); }
static void other_location(void) { __omen_atomic_load(f + 1, 4 | A_ << 8, 1); }

static void ordered_forms_are_silent(void **state) {
  (void)state;
  assert_false(message_passing(store_release, load_acquire));
  assert_false(message_passing(store_twice, load_acquire));
  assert_false(message_passing(fence_store, load_acquire));
  assert_false(message_passing(fence_store, load_fence));
  assert_false(message_passing(store_release, load_fence));
  assert_false(message_passing(store_release, fence_seq_cst));
  assert_false(message_passing(rmw_release, load_acquire));
  assert_false(message_passing(store_release, rmw_then_load));
  assert_false(message_passing(store_release, cas_fails_acquire));
  assert_false(message_passing(store_release, cas_works_acquire));
}

static void unordered_forms_are_races(void **state) {
  (void)state;
  assert_true(message_passing(store_relaxed, load_acquire));
  assert_true(message_passing(store_release, load_relaxed));
  assert_true(message_passing(rmw_relaxed, load_acquire));
  assert_true(message_passing(store_relaxed, load_fence));
  assert_true(message_passing(store_release, store_then_load));
  assert_true(message_passing(store_release, cas_fails_relaxed));
  assert_true(message_passing(store_release, other_location));
}

/* The value decides after the scheduling point: another thread's store there makes the exchange fail. */
static void at_the_point(const void *obj) {
  (void)obj;
  *f = 5;
}

static void cas_is_decided_after_the_point(void **state) {
  (void)state;
  at_point = at_the_point;
  *f = 0;
  assert_true(message_passing(store_release, cas_works_acquire)); /* fails with relaxed order: no edge */
  at_point = NULL;
}

static void fresh_memory_forgets_its_releases(void **state) {
  (void)state;
  omrt_shadow_reset(memory, sizeof memory);
  assert_int_equal(omrt_atomic_count(), 0);
  store_release();
  __omen_atomic_store(f + 1, 4 | L_ << 8, 1);
  assert_int_equal(omrt_atomic_count(), 2);
  omrt_shadow_reset(f, 4);
  assert_int_equal(omrt_atomic_count(), 1);
  omrt_shadow_reset(memory, sizeof memory);
  assert_int_equal(omrt_atomic_count(), 0);
}

static int set_up(void **state) {
  (void)state;
  region = (unsigned char *)memory;
  fake_start(0, NULL, 0);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ordered_forms_are_silent),       cmocka_unit_test(unordered_forms_are_races),
      cmocka_unit_test(cas_is_decided_after_the_point), cmocka_unit_test(fresh_memory_forgets_its_releases),
      cmocka_unit_test(as_the_standard_says),
  };
  return cmocka_run_group_tests(tests, set_up, NULL);
}

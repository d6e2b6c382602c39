/* Circles in the order of locks against a search through all edges by brute force, over many random small
 * programs: what holds, gates, readers, what orders threads. The objects and threads are played here. */
/* rooms: runtime/sync, quick */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/sync/lock_order.c"
#define words circle_words
#define own circle_own
#include "runtime/sync/lock_inversions.c"

enum { THREADS = 4, LOCKS = 5, PROGRAMS = 20000, DEEPEST = 4 };
static struct omrt_fiber fiber[THREADS];
static struct omrt_object lock[LOCKS];
struct omrt_fiber *omrt_cur, *omrt_alive = fiber;
const char *const omrt_wait_words[] = {
#define X(symbol, text) text,
#include "runtime/fiber/waits.def"
};
struct omen_config *omrt_config;
struct omrt_out omrt_outcome;
uint64_t omrt_events;

void *omrt_alloc(size_t n) { return calloc(1, n); }
void omrt_free(void *p, size_t n) { free(p); }
void *omrt_reserve(size_t n) { return calloc(1, n); }
void omrt_out_write(struct omrt_out *o, const void *data, size_t n) {}
int omrt_vfmt(char *out, size_t cap, const char *fmt, va_list ap) { return 0; }
void omrt_ended_named(int id) { (void)id; }
struct omrt_fiber *omrt_fiber_by_id(int id) { return &fiber[id]; }
struct omrt_object *omrt_object_at(enum omrt_why kind, const void *addr) {
  for (int i = 0; i < LOCKS; i++)
    if (lock[i].addr == addr) return &lock[i];
  return NULL;
}

/* ---- by brute force ---- */

struct plain {
  int thread, from, to;
  bool from_read, to_read;
  int n, held[DEEPEST];
  bool read[DEEPEST];
  uint32_t clock[THREADS]; /* what the thread knew; its own: when it was */
};
static struct plain plain[4096];
static int nplain;
static struct {
  int n, held[DEEPEST];
  bool read[DEEPEST];
  uint32_t clock[THREADS];
} state[THREADS];

static bool held_by_both(const struct plain *a, const struct plain *b) {
  for (int i = 0; i < a->n; i++)
    for (int k = 0; k < b->n; k++)
      if (a->held[i] == b->held[k] && !(a->read[i] && b->read[k])) return true;
  return false;
}
static bool one_after_other(const struct plain *a, const struct plain *b) {
  return b->clock[a->thread] >= a->clock[a->thread] || a->clock[b->thread] >= b->clock[b->thread];
}
static bool blocks(const struct plain *a, const struct plain *b) {
  return a->to == b->from && !(a->to_read && b->from_read);
}
static bool circle_from(const struct plain **path, int n) {
  if (n > 1 && blocks(path[n - 1], path[0])) return true;
  for (int i = 0; n < LONGEST && i < nplain; i++) {
    bool fits_here = blocks(path[n - 1], &plain[i]);
    for (int k = 0; k < n && fits_here; k++)
      fits_here = path[k]->thread != plain[i].thread && !held_by_both(path[k], &plain[i]) &&
                  !one_after_other(path[k], &plain[i]);
    path[n] = &plain[i];
    if (fits_here && circle_from(path, n + 1)) return true;
  }
  return false;
}
static bool any_circle(void) {
  const struct plain *path[LONGEST + 1];
  for (int i = 0; i < nplain; i++) {
    path[0] = &plain[i];
    if (circle_from(path, 1)) return true;
  }
  return false;
}

/* ---- random programs ---- */

static uint64_t random_state = 88172645463325252ull;
static unsigned any(unsigned n) {
  random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
  return (unsigned)(random_state >> 11) % n;
}

static void begin_program(void) {
  static uint64_t serial;
  static char memory[LOCKS];
  nplain = 0;
  memset(state, 0, sizeof state);
  for (int i = 0; i < ninversions; i++) free(inversions[i]);
  ninversions = 0;
  for (int i = 0; i < LOCKS; i++)
    lock[i] =
        (struct omrt_object){.addr = &memory[i], .kind = OMRT_WAIT_MUTEX, .serial = ++serial, .hold.by = -1};
  for (int i = 0; i < THREADS; i++) {
    state[i].clock[i] = 1;
    fiber[i] = (struct omrt_fiber){.id = i, .alive_next = i + 1 < THREADS ? &fiber[i + 1] : NULL};
  }
}

static void take(int t, int l, bool read, bool waits) {
  static uint64_t pc;
  omrt_cur = &fiber[t];
  omrt_events += 1000; /* long ago, for the table: edges of earlier programs make room */
  lock[l].hold =
      (struct omrt_hold){.by = t, .npcs = 1, .pcs = {++pc}}; /* readers overwrite each other: names only */
  for (int i = 0; i < state[t].n && waits; i++) {
    struct plain *e = &plain[nplain++];
    *e = (struct plain){.thread = t,
                        .from = state[t].held[i],
                        .to = l,
                        .from_read = state[t].read[i],
                        .to_read = read,
                        .n = state[t].n};
    memcpy(e->held, state[t].held, sizeof e->held);
    memcpy(e->read, state[t].read, sizeof e->read);
    memcpy(e->clock, state[t].clock, sizeof e->clock);
  }
  state[t].held[state[t].n] = l;
  state[t].read[state[t].n++] = read;
  omrt_order_took(&lock[l], read, waits);
}

static bool holds(int t, int l) {
  for (int i = 0; i < state[t].n; i++)
    if (state[t].held[i] == l) return true;
  return false;
}
static bool may_take(int l, bool read) {
  for (int t = 0; t < THREADS; t++)
    for (int i = 0; i < state[t].n; i++)
      if (state[t].held[i] == l && !(read && state[t].read[i])) return false;
  return true;
}

static void give(int t, int which) {
  int l = state[t].held[which];
  omrt_cur = &fiber[t];
  omrt_order_gave(&lock[l], t);
  for (int i = which; i + 1 < state[t].n; i++) {
    state[t].held[i] = state[t].held[i + 1];
    state[t].read[i] = state[t].read[i + 1];
  }
  state[t].n--;
}

/* u learns all that t did so far. */
static void tell(int t, int u) {
  omrt_cur = &fiber[t];
  OMRT_ORDER(wake, &fiber[u]);
  for (int i = 0; i < THREADS; i++)
    if (i != u && state[t].clock[i] > state[u].clock[i]) state[u].clock[i] = state[t].clock[i];
  state[t].clock[t]++;
}

static void as_brute_force(void **arg) {
  struct omen_config config = {.mode = OMEN_MODE_RECORD};
  int with = 0;
  omrt_config = &config;
  omrt_order_on = false;
  for (int p = 0; p < PROGRAMS; p++) {
    begin_program();
    unsigned talk = p % 3 ? 12 : 60, reading = p % 2 ? 3 : 1;
    for (int step = 0; step < 80; step++) {
      int t = (int)any(THREADS), l = (int)any(LOCKS), u = (int)any(THREADS);
      bool read = any(reading) != 0, waits = any(6) != 0;
      if (any(talk) == 0 && t != u)
        tell(t, u);
      else if (any(2) && state[t].n)
        give(t, (int)any((unsigned)state[t].n));
      else if (state[t].n < DEEPEST && !holds(t, l) && may_take(l, read))
        take(t, l, read, waits);
    }
    assert_int_equal(ninversions > 0, any_circle());
    with += ninversions > 0;
  }
  assert_true(with > PROGRAMS / 10 && with < PROGRAMS * 9 / 10); /* both answers were asked for */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_brute_force)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Threads in the order of a recorded run (sched/recorded.h): random runs are played again by a scheduler
 * here, whole and with one thread held: then the others' events come as recorded, and the held one's when it
 * may go on, at once. */
/* rooms: runtime/sched, quick */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <setjmp.h>
#include <cmocka.h>
#include "runtime/sched/recorded.c"

enum { THREADS = 5, EVENTS = 200, TRIES = 500 };
static struct omen_config config = {.strategy = OMEN_STRATEGY_RUN, .seed = OMEN_TAIL_AS_RECORDED};
struct omen_config *omrt_config = &config;
struct omrt_mode omrt_mode = {.live = true};
struct omrt_fiber *omrt_cur, *omrt_alive;
uint64_t omrt_events;
static struct omrt_fiber fiber[THREADS];

void *omrt_alloc(size_t n) { return calloc(1, n); }
void omrt_free(void *p, size_t n) { free(p); }

/* The recorded run: who makes the i-th event. Its log has a mark where the next is another's. */
static int recorded[EVENTS], n, live; /* live: so many are followed, then the recording is left */
struct omrt_log_marks omrt_log_marks_left(void) { return (struct omrt_log_marks){.event = (uint64_t)live}; }
bool omrt_log_marks_step(struct omrt_log_marks *m) {
  for (int i = (int)m->event + 1; i < n; i++) {
    if (recorded[i] == recorded[i - 1]) continue;
    m->event = (uint64_t)i;
    m->type = i % 2 ? 'W' : 'w';
    m->arg = recorded[i];
    return true;
  }
  return false;
}

static uint64_t state = 1;
static int dice(int sides) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (uint64_t)sides);
}

static int total(int thread) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += recorded[i] == thread;
  return sum;
}

static void make_run(void) {
  n = 1 + dice(EVENTS);
  live = dice(n);
  for (int i = 0; i < n; i++) recorded[i] = i && dice(3) ? recorded[i - 1] : dice(THREADS);
  nstretches = nthreads = cstretches = 0;
  omrt_events = (uint64_t)live;
  omrt_alive = NULL;
  for (int t = 0; t < THREADS; t++) {
    fiber[t] = (struct omrt_fiber){.id = t, .alive_next = omrt_alive};
    omrt_alive = &fiber[t];
  }
  for (int i = 0; i < live; i++) fiber[recorded[i]].points++;
  omrt_cur = &fiber[recorded[live]];
}

static struct omrt_fiber *others(int held) {
  struct omrt_fiber *list = NULL;
  for (int t = 0; t < THREADS; t++) {
    if (&fiber[t] == omrt_cur || t == held || (int)fiber[t].points == total(t)) continue;
    fiber[t].rnext = list;
    list = &fiber[t];
  }
  return list;
}

/* Plays the rest; `held` (-1: nobody) does not go on before `until` events were made. */
static int play(int held, int until, int order[EVENTS]) {
  int made = 0;
  omrt_recorded_begin();
  while (live + made < n) {
    int now = made < until ? held : -1;
    struct omrt_fiber *runnable = others(now);
    bool goes_on = omrt_cur->id != now && (int)omrt_cur->points < total(omrt_cur->id);
    if (!goes_on && !runnable) return made;
    struct omrt_fiber *next = goes_on ? omrt_recorded_preempt(runnable, false) : omrt_recorded_next(runnable);
    if (next) omrt_cur = next;
    order[made++] = omrt_cur->id;
    omrt_cur->points++;
  }
  return made;
}

static void as_it_was(void **unused) {
  for (int i = 0; i < TRIES; i++) {
    int order[EVENTS];
    make_run();
    assert_int_equal(play(-1, 0, order), n - live);
    assert_memory_equal(order, recorded + live, (size_t)(n - live) * sizeof *order);
  }
}

static void with_one_held(void **unused) {
  for (int i = 0; i < TRIES; i++) {
    int order[EVENTS], expected[EVENTS], e = 0, behind = 0;
    make_run();
    int held = recorded[live], rest = n - live - (total(held) - (int)fiber[held].points);
    int until = rest ? dice(rest) : 0;
    if (play(held, until, order) != n - live) continue; /* nobody else could go on: it is over */
    for (int k = live; k < n; k++) /* the others, so many; then whatever comes first of the rest */
      if (recorded[k] != held && e < until) expected[e++] = recorded[k];
    for (int k = live; k < n; k++)
      if (recorded[k] == held || behind++ >= until) expected[e++] = recorded[k];
    assert_memory_equal(order, expected, (size_t)(n - live) * sizeof *order);
  }
}

/* Whoever does more than in the recorded run comes last, and gives way to its like when it yields. */
static void more_than_recorded(void **unused) {
  n = 2, live = 0, recorded[0] = 0, recorded[1] = 1;
  nstretches = nthreads = cstretches = 0;
  omrt_events = 0;
  for (int t = 0; t < 3; t++) fiber[t] = (struct omrt_fiber){.id = t};
  omrt_alive = NULL;
  omrt_cur = &fiber[0];
  omrt_recorded_begin();
  fiber[0].points = 1;
  fiber[1].rnext = NULL;
  assert_ptr_equal(omrt_recorded_preempt(&fiber[1], false), &fiber[1]);
  omrt_cur = &fiber[1];
  assert_null(omrt_recorded_preempt(NULL, true));
  fiber[2].rnext = NULL;
  omrt_cur = &fiber[0];
  assert_null(omrt_recorded_preempt(&fiber[2], false));
  assert_ptr_equal(omrt_recorded_preempt(&fiber[2], true), &fiber[2]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_it_was), cmocka_unit_test(with_one_held),
                                     cmocka_unit_test(more_than_recorded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

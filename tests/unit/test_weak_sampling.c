/* Sampled schedules and choices, as `omen outcomes` has them without --exhaustive, over the litmus programs
 * of tests/litmus/models.txt: never an outcome that the model forbids, and after how many tries all that it
 * allows. The strategies are the runtime's own; the scheduler and the instructions are played (test_weak.c).
 */
/* rooms: runtime/weak runtime/sched, quick */
#define main models_main
int models_main(void);
#include "test_weak.c"
#undef main
#undef take
#define state thread_state
#define take pos_take
#define draw pos_draw
#define highest highest_pending
#include "no_recorded_order.h"
#include "runtime/sched/pos.c"
#undef draw
#undef take
#undef highest
#define LATER THREADS_LATER
#include "runtime/sched/strategy.c"
#undef LATER
#undef state
#define state choice_state
#define stale choice_stale
#define omrt_choose choose_for_real
uint32_t choose_for_real(enum omrt_choice_kind kind, const void *obj, uint32_t n);
#include "runtime/sched/choice.c"
#undef omrt_choose
#undef stale
#undef state

/* Not asked here. */
uint64_t omrt_events;
int omrt_fibers_made(void) { return prog.threads + 1; }
void omrt_event(enum omen_ev ev, const void *obj, uint64_t val) { fail(); }
int omrt_log_due(char mark) { return -1; }
void omrt_log_mark(char mark, int value) {}
char omrt_log_next(void) { return 0; }
const char *omrt_log_record_name(char mark) { return ""; }
void omrt_diverged(const char *format, ...) { abort(); }

/* TRIES: nothing needs more. MOST_OF: of all pairs of program and model, in hundredths, that need no more
 * than FEW. SOON, NEARLY: of all outcomes, in thousandths, that come within SOME and MANY_TRIES. What the
 * documentation says (docs/weak-memory.md). */
enum { TRIES = 5000, FEW = 200, MOST_OF = 94, SOME = 100, OUT_SOON = 940, MANY_TRIES = 1000, NEARLY = 994 };
struct tally {
  const char *model;
  uint32_t needs[600]; /* tries until all are seen, by program */
  int programs, outcomes, within_some, within_many;
};

static uint32_t by_seed(uint32_t n) { return n < 2 ? 0 : omrt_choice_by_seed(config.seed, n); }

static void now_pending(int t, bool began) {
  static const enum omen_ev of[] = {
      ['W'] = OMEN_EV_ATOMIC_STORE, ['V'] = OMEN_EV_ATOMIC_STORE, ['L'] = OMEN_EV_ATOMIC_LOAD,
      ['A'] = OMEN_EV_ATOMIC_RMW,   ['X'] = OMEN_EV_ATOMIC_RMW,   ['C'] = OMEN_EV_ATOMIC_CAS,
      ['F'] = OMEN_EV_FENCE};
  const struct step *s = next_of(t);
  int loc = s ? loc_of(s) : -1;
  fibers[t + 1].pending = !began ? OMEN_EV_START : s ? of[(int)s->op] : OMEN_EV_EXIT;
  fibers[t + 1].pending_obj = began && loc >= 0 ? cell(loc) : NULL;
}

/* One event of the current thread: that it begins, a step, that it ends. */
static bool began[THREADS];
static void one_event(void) {
  int t = omrt_cur->id - 1;
  omrt_events++;
  if (!began[t])
    began[t] = true;
  else if (next_of(t)) {
    run_step(t);
    omrt_weak_settle();
    run_inner(t);
  } else {
    omrt_weak_end(omrt_cur);
    over[t] = true;
  }
  now_pending(t, true);
}

static struct omrt_fiber *others(void) {
  struct omrt_fiber *list = NULL;
  for (int t = prog.threads - 1; t >= 0; t--) {
    if (over[t] || &fibers[t + 1] == omrt_cur) continue;
    fibers[t + 1].rnext = list;
    list = &fibers[t + 1];
  }
  return list;
}

static void run_sampled(void) {
  omrt_events = 0;
  memset(began, 0, sizeof began);
  omrt_strategy_live();
  for (int t = 0; t < prog.threads; t++) now_pending(t, false);
  for (omrt_cur = NULL;;) {
    if (omrt_cur && over[omrt_cur->id - 1]) omrt_cur = NULL;
    struct omrt_fiber *list = others(), *next = NULL;
    if (!list && !omrt_cur) return;
    if (list) next = omrt_cur ? omrt_strategy_preempt(list, false) : omrt_strategy_next(list);
    if (next) omrt_cur = next;
    one_event();
  }
}

/* Tries until all are seen; 0: TRIES are not enough. */
static uint32_t tries(const struct set *want, struct tally *all, int *wrong) {
  static const uint32_t by[] = {OMEN_STRATEGY_RANDOM, OMEN_STRATEGY_POS, OMEN_STRATEGY_PCT};
  static struct set got;
  got.n = 0;
  for (uint32_t i = 1; i <= TRIES; i++) {
    char text[48];
    config.strategy = by[(i - 1) % 3];
    config.seed = 1000002 + i;
    set_up();
    run_sampled();
    tear_down();
    chosen_by = NULL; /* what memory holds in the end is no choice */
    outcome(text, sizeof text);
    chosen_by = by_seed;
    forget_all();
    if (!is_in(want, text)) return ++*wrong, print_error("%s: %s is forbidden\n", prog.name, text), i;
    if (is_in(&got, text)) continue;
    add(&got, text);
    all->within_some += i <= SOME;
    all->within_many += i <= MANY_TRIES;
    if (got.n == want->n) return i;
  }
  return 0;
}

static void sampled_model(uint32_t flag, const struct set *want, struct tally *all, int *wrong) {
  config.flags = flag;
  uint32_t n = tries(want, all, wrong);
  if (!n) ++*wrong, print_error("%s under %s: %d tries do not show all\n", prog.name, all->model, TRIES);
  all->outcomes += want->n;
  all->needs[all->programs++] = n;
}

/* A store that is seq_cst waits in no buffer: tso is sc then. */
static void sampled_sc(struct tally *all, int *wrong) {
  static struct set sc;
  for (int t = 0; t < prog.threads; t++)
    for (int i = 0; i < prog.steps[t]; i++) {
      struct step *s = &prog.step[t][i];
      if (s->op == 'W') s->a[2] = 5;
      if (s->op == 'V') s->a[3] = 5;
    }
  config.flags = OMEN_FLAG_TSO;
  chosen_by = NULL;
  all_outcomes(&sc);
  chosen_by = by_seed;
  sampled_model(OMEN_FLAG_TSO, &sc, all, wrong);
}

static int by_size(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void check_tally(struct tally *all) {
  int within = 0, n = all->programs;
  qsort(all->needs, (size_t)n, sizeof *all->needs, by_size);
  for (int i = 0; i < n; i++) within += all->needs[i] <= FEW;
  print_message(
      "%s: %d programs, all outcomes within %u tries (median), %u (95 %%), %u (most); %d within %d; "
      "of %d outcomes %d within %d, %d within %d\n",
      all->model, n, all->needs[n / 2], all->needs[n * 95 / 100], all->needs[n - 1], within, FEW,
      all->outcomes, all->within_some, SOME, all->within_many, MANY_TRIES);
  assert_true(n > 400);
  assert_true(within * 100 >= n * MOST_OF);
  assert_true(all->within_some * 1000ll >= all->outcomes * (long long)OUT_SOON);
  assert_true(all->within_many * 1000ll >= all->outcomes * (long long)NEARLY);
}

static void all_outcomes_in_so_many_tries(void **unused) {
  static struct tally tallies[] = {{.model = "tso"}, {.model = "weak"}, {.model = "sc"}};
  FILE *f = fopen(OMEN_TESTS "/litmus/models.txt", "r");
  char *line = NULL;
  size_t room = 0;
  int wrong = 0;
  assert_non_null(f);
  omrt_mode.fine = true;
  chosen_by = by_seed;
  while (getline(&line, &room, f) > 0) {
    static struct set tso, weak;
    read_line(line, &tso, &weak);
    sampled_model(OMEN_FLAG_TSO, &tso, &tallies[0], &wrong);
    sampled_model(OMEN_FLAG_WEAK, &weak, &tallies[1], &wrong);
    sampled_sc(&tallies[2], &wrong);
  }
  free(line);
  fclose(f);
  for (int k = 0; k < 3; k++) check_tally(&tallies[k]);
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_outcomes_in_so_many_tries)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

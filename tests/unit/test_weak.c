/* The memory models against an oracle: every litmus program of tests/litmus/models.txt, with all orders of
 * its threads' steps and all choices, gives exactly the outcomes that the models allow, no more and no less.
 * The scheduler and the instructions are played here.
 *
 * A line is  name|threads by ;|what is printed|outcomes under tso|under RC11 (=: the same).  Steps: W loc
 * value order; V loc reg plus order (store reg + plus); L reg loc order; A (add), X (exchange) reg loc value
 * order; C done reg loc value order failure (compare reg, which gets what was there); S reg value; F order;
 * I reg value n (else n steps are passed over). Orders are C11's numbers; a plain access is relaxed. */
/* rooms: runtime/weak, quick */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include "runtime/outcome_write.h"
#include "runtime/weak/weak_clock.c"
#include "runtime/weak/graph.c"
#undef hash
#define empty tso_empty
#define attempt rc11_attempt
#define MOST BUFFER_MOST
#include "runtime/weak/buffer.c"
#undef MOST
#include "runtime/weak/tso_key.c"
#include "runtime/weak/rc11.c"
#undef empty
#define MOST PSC_MOST
#define at psc_at
#define stores psc_stores
#include "runtime/weak/psc.c"
#undef MOST
#undef at
#undef stores
#include "runtime/weak/settle.c"
#include "runtime/weak/threads.c"
#define omrt_line_counter(word, value) ((void)0)
#include "runtime/weak/weak_model.c"

/* ---- the runtime around it ---- */

static struct omen_config config;
struct omen_config *omrt_config = &config;
struct omen_hot __omen_hot;
static struct omrt_fiber fibers[8];
struct omrt_fiber *omrt_cur, *omrt_alive;
struct omrt_mode omrt_mode;
static int64_t blocks;

void *omrt_alloc(size_t bytes) {
  blocks++;
  return calloc(1, bytes);
}
void omrt_free(void *p, size_t bytes) {
  blocks--;
  free(p);
}

/* ---- all paths: the choices of the last one, of which the last that has another alternative takes it ----
 */

enum { DEEP = 400 };
static struct {
  uint32_t taken, n;
} path[DEEP];
static uint32_t deep, known;

static uint32_t ask(uint32_t n) {
  if (n < 2) return 0;
  assert_true(deep < DEEP);
  if (deep == known) {
    path[known].taken = 0;
    path[known++].n = n;
  }
  assert_int_equal(path[deep].n, n);
  return path[deep++].taken;
}

static bool another(void) {
  while (known && path[known - 1].taken + 1 == path[known - 1].n) known--;
  if (known) path[known - 1].taken++;
  deep = 0;
  return known;
}

static int wanted = -1; /* the alternative that all choices take, if there is one; -1: all in turn */
static uint32_t (*chosen_by)(uint32_t n); /* takes all choices, if it is there (test_weak_sampling.c) */

uint32_t omrt_choose(enum omrt_choice_kind kind, const void *obj, uint32_t n) {
  if (chosen_by) return chosen_by(n);
  return wanted < 0 ? ask(n) : (uint32_t)wanted < n ? (uint32_t)wanted : 0;
}

/* ---- programs ---- */

enum { THREADS = 4, STEPS = 16, REGS = 6, LOCS = 4, SETS = 256 };
struct step {
  char op;
  int a[6];
};
static struct program {
  char name[80];
  int threads, steps[THREADS], columns, locs;
  struct step step[THREADS][STEPS];
  int column[16][2]; /* thread (-1: a location), register */
} prog;
static int memory[LOCS] __attribute__((aligned(8)));
static int reg[THREADS][REGS], pc[THREADS];

static int *cell(int loc) { return &memory[loc]; }

static void run_step(int t) {
  const struct step *s = &prog.step[t][pc[t]++];
  int *r = &reg[t][s->a[0]];
  switch (s->op) {
  case 'W':
    omrt_weak_store(cell(s->a[0]), 4, (uint32_t)s->a[2]);
    *cell(s->a[0]) = s->a[1];
    break;
  case 'V':
    omrt_weak_store(cell(s->a[0]), 4, (uint32_t)s->a[3]);
    *cell(s->a[0]) = reg[t][s->a[1]] + s->a[2];
    break;
  case 'L':
    omrt_weak_load(cell(s->a[1]), 4, (uint32_t)s->a[2]);
    *r = *cell(s->a[1]);
    break;
  case 'A':
  case 'X':
    omrt_weak_rmw(cell(s->a[1]), 4, (uint32_t)s->a[3]);
    *r = *cell(s->a[1]);
    *cell(s->a[1]) = s->op == 'X' ? s->a[2] : *r + s->a[2];
    break;
  case 'C': {
    int *old = &reg[t][s->a[1]], *c = cell(s->a[2]);
    uint32_t orders = (uint32_t)s->a[4] | (uint32_t)s->a[5] << 8;
    bool will = omrt_weak_cas(c, (uint32_t)*old, 4, orders);
    assert_int_equal(will, *c == *old);
    *r = *c == *old;
    if (*r)
      *c = s->a[3];
    else
      *old = *c;
    break;
  }
  case 'F': omrt_weak_fence((uint32_t)s->a[0]); break;
  default: fail();
  }
}

/* Steps that no other thread can see belong to the one before. */
static void run_inner(int t) {
  for (; pc[t] < prog.steps[t]; pc[t]++) {
    const struct step *s = &prog.step[t][pc[t]];
    if (s->op == 'S')
      reg[t][s->a[0]] = s->a[1];
    else if (s->op != 'I')
      return;
    else if (reg[t][s->a[0]] != s->a[1])
      pc[t] += s->a[2];
  }
}

static int loc_of(const struct step *s) {
  switch (s->op) {
  case 'W':
  case 'V': return s->a[0];
  case 'C': return s->a[2];
  case 'F': return -1;
  default: return s->a[1];
  }
}

static bool drains(const struct step *s) {
  return s->op == 'F' ? s->a[0] == 5
                      : s->op == 'A' || s->op == 'X' || s->op == 'C' || (s->op == 'W' && s->a[2] == 5) ||
                            (s->op == 'V' && s->a[3] == 5);
}

static bool stores_only(const struct step *s) { return s->op == 'W' || s->op == 'V'; }

/* Under tso: locations that the step of a thread (NULL: its end, which empties its buffer) may read or write,
 * a bit each. Where buffers of others may drain in it: all. */
static unsigned touches(int t, const struct step *s) {
  const struct omrt_weak_thread *w = omrt_weak_thread(&fibers[t + 1]);
  int loc = s ? loc_of(s) : -1;
  uint64_t addr = loc < 0 ? 0 : (uint64_t)cell(loc);
  unsigned mask = loc < 0 ? 0 : 1u << loc;
  bool empties = !s || drains(s);
  for (uint32_t i = 0; empties && i < w->entries; i++)
    mask |= 1u << (w->entry[i].addr - (uint64_t)memory) / 4;
  bool others =
      empties ? shared_with_others(w, addr, addr ? 4 : 0) : s->op == 'L' && held_by_others(w, addr, 4);
  return others ? ~0u : mask;
}

/* Two steps of different threads, one right behind the other, whose order does not matter. */
struct made {
  const struct step *step;
  unsigned mask;
};
static bool independent(struct made x, struct made y) {
  if (x.step && y.step && x.step->op == 'L' && y.step->op == 'L')
    return !omrt_tso() || (x.mask != ~0u && y.mask != ~0u);
  if (omrt_tso()) return !(x.mask & y.mask);
  if (!x.step || !y.step || loc_of(x.step) != loc_of(y.step) || loc_of(x.step) < 0) return true;
  return stores_only(x.step) && stores_only(y.step); /* which of them comes first is a choice of its own */
}

static bool over[THREADS];

static const struct step *next_of(int t) { return pc[t] < prog.steps[t] ? &prog.step[t][pc[t]] : NULL; }

/* Of two steps that do not matter to each other the lower thread's comes first. False: it did not. */
static bool run_threads(void) {
  struct made last = {NULL, 0};
  int last_thread = -1;
  for (;;) {
    int ready[THREADS], n = 0;
    for (int t = 0; t < prog.threads; t++)
      if (!over[t]) ready[n++] = t;
    if (!n) return true;
    int t = ready[ask((uint32_t)n)];
    const struct step *s = next_of(t);
    struct made now = {s, omrt_tso() ? touches(t, s) : 0};
    if (last_thread > t && independent(last, now)) return false;
    last = now;
    last_thread = t;
    omrt_cur = &fibers[t + 1];
    if (s) {
      run_step(t);
      omrt_weak_settle();
      run_inner(t);
    } else {
      omrt_weak_end(omrt_cur);
      over[t] = true;
    }
  }
}

static void set_up(void) {
  memset(memory, 0, sizeof memory);
  memset(reg, 0, sizeof reg);
  memset(pc, 0, sizeof pc);
  memset(over, 0, sizeof over);
  memset(fibers, 0, sizeof fibers);
  omrt_cur = omrt_alive = &fibers[0];
  for (int i = 0; i <= prog.threads; i++) {
    fibers[i].id = i;
    fibers[i].alive_next = i < prog.threads ? &fibers[i + 1] : NULL;
    if (i) omrt_weak_fork(&fibers[0], &fibers[i]);
  }
  for (int t = 0; t < prog.threads; t++) run_inner(t);
}

static void tear_down(void) {
  omrt_cur = &fibers[0];
  for (int i = 1; i <= prog.threads; i++) omrt_weak_joined(&fibers[0], &fibers[i]);
}

static void forget_all(void) {
  omrt_weak_forget((uint64_t)memory, sizeof memory);
  for (int i = 0; i <= prog.threads; i++) omrt_weak_gone(&fibers[i]);
  for (; in_window; in_window--) {
    window[in_window - 1]->in_window = false;
    free_node(window[in_window - 1]);
  }
  assert_int_equal(blocks, 0);
}

/* ---- outcomes ---- */

struct set {
  char of[SETS][48];
  int n;
};

static bool is_in(const struct set *s, const char *what) {
  for (int i = 0; i < s->n; i++)
    if (!strcmp(s->of[i], what)) return true;
  return false;
}

static void add(struct set *s, const char *what) {
  if (is_in(s, what)) return;
  assert_true(s->n < SETS);
  snprintf(s->of[s->n++], sizeof s->of[0], "%s", what);
}

static void outcome(char *text, size_t room) {
  size_t len = 0;
  for (int i = 0; i < prog.columns; i++) {
    int value, *c = prog.column[i];
    if (c[0] < 0) {
      omrt_weak_load(cell(c[1]), 4, 5);
      value = *cell(c[1]);
      omrt_weak_settle();
    } else
      value = reg[c[0]][c[1]];
    len += (size_t)snprintf(text + len, room - len, "%s%d", i ? "," : "", value);
  }
}

static void all_outcomes(struct set *s) {
  s->n = 0;
  known = deep = 0;
  do {
    char text[48];
    set_up();
    if (run_threads()) {
      tear_down();
      outcome(text, sizeof text);
      add(s, text);
    }
    forget_all();
  } while (another());
}

/* ---- reading ---- */

static void read_threads(char *text) {
  prog.threads = 0;
  for (char *end, *thread = strtok_r(text, ";", &end); thread; thread = strtok_r(NULL, ";", &end)) {
    int t = prog.threads++;
    prog.steps[t] = 0;
    for (char *more, *step = strtok_r(thread, ",", &more); step; step = strtok_r(NULL, ",", &more)) {
      struct step *s = &prog.step[t][prog.steps[t]++];
      memset(s, 0, sizeof *s);
      s->op = step[0];
      sscanf(step + 1, "%d %d %d %d %d %d", &s->a[0], &s->a[1], &s->a[2], &s->a[3], &s->a[4], &s->a[5]);
    }
  }
}

static void read_columns(char *text) {
  prog.columns = 0;
  for (char *end, *word = strtok_r(text, " ", &end); word; word = strtok_r(NULL, " ", &end)) {
    int *c = prog.column[prog.columns++];
    if (sscanf(word, "%d:%d", &c[0], &c[1]) == 2) continue;
    c[0] = -1;
    c[1] = atoi(word);
  }
}

static void read_set(struct set *s, char *text) {
  s->n = 0;
  for (char *end, *word = strtok_r(text, " \n", &end); word; word = strtok_r(NULL, " \n", &end)) add(s, word);
}

static int differs(const char *model, const struct set *want, const struct set *got) {
  int wrong = 0;
  for (int i = 0; i < got->n; i++)
    if (!is_in(want, got->of[i]))
      wrong++, print_error("%s under %s: %s is forbidden\n", prog.name, model, got->of[i]);
  for (int i = 0; i < want->n; i++)
    if (!is_in(got, want->of[i]))
      wrong++, print_error("%s under %s: %s is missing\n", prog.name, model, want->of[i]);
  return wrong;
}

static int check_model(uint32_t flag, const char *model, const struct set *want) {
  static struct set got;
  config.flags = flag;
  all_outcomes(&got);
  return differs(model, want, &got);
}

static void read_line(char *line, struct set *tso, struct set *weak) {
  char *part[5], *rest = line;
  for (int i = 0; i < 5; i++) part[i] = strsep(&rest, "|");
  assert_non_null(part[4]);
  snprintf(prog.name, sizeof prog.name, "%s", part[0]);
  read_threads(part[1]);
  read_columns(part[2]);
  read_set(tso, part[3]);
  if (part[4][0] == '=')
    *weak = *tso;
  else
    read_set(weak, part[4]);
}

static int check_line(char *line) {
  static struct set tso, weak;
  read_line(line, &tso, &weak);
  return check_model(OMEN_FLAG_TSO, "tso", &tso) + check_model(OMEN_FLAG_WEAK, "weak", &weak);
}

static void exactly_what_the_models_allow(void **unused) {
  FILE *f = fopen(OMEN_TESTS "/litmus/models.txt", "r");
  char *line = NULL;
  size_t room = 0;
  int n = 0, wrong = 0;
  assert_non_null(f);
  for (; getline(&line, &room, f) > 0; n++) wrong += check_line(line);
  free(line);
  fclose(f);
  print_message("%d programs\n", n);
  assert_true(n > 400);
  assert_int_equal(wrong, 0);
}

/* ---- long runs: what is kept no more ----
 * One thread at a time, step by step. `stale`: the store before the newest, if it may be taken. */

enum { RELAXED_ORDER = 0, SC = 5, X = 0, Y = 1, Z = 2, MANY = 150 };

static void store(int t, int loc, int value, uint32_t order) {
  omrt_cur = &fibers[t];
  wanted = 0;
  omrt_weak_store(cell(loc), 4, order);
  *cell(loc) = value;
  omrt_weak_settle();
}

static int load_of(int t, int loc, uint32_t order, bool stale) {
  omrt_cur = &fibers[t];
  wanted = stale;
  omrt_weak_load(cell(loc), 4, order);
  int value = *cell(loc);
  omrt_weak_settle();
  return value;
}

static void begin_two(void) {
  config.flags = OMEN_FLAG_WEAK;
  memset(&prog, 0, sizeof prog);
  prog.threads = 2;
  set_up();
}

static void end_two(void) {
  tear_down();
  forget_all();
  wanted = -1;
}

/* Store buffering, with seq_cst everywhere, and much of seq_cst before the last load. */
static void no_cycle_longer_than_the_window(void **state) {
  begin_two();
  store(1, X, 1, SC);
  store(2, Y, 1, SC);
  assert_int_equal(load_of(1, Y, SC, true), 0);
  for (int i = 1; i <= MANY; i++) store(1, Z, i, SC);
  assert_int_equal(load_of(2, X, SC, true), 1);
  end_two();
}

/* x = 1; z = 1 || z = 2 and so on; x: the first store to z is kept no more, and still comes before the
 * others. */
static void no_cycle_through_what_a_location_lost(void **state) {
  begin_two();
  store(1, X, 1, SC);
  store(1, Z, 1, SC);
  for (int i = 2; i < 2 * OMRT_WEAK_STORES; i++) store(2, Z, i, SC);
  assert_int_equal(load_of(2, X, SC, true), 1);
  end_two();
}

/* So is it when memory was written by code that nobody sees. */
static void no_cycle_through_an_unseen_write(void **state) {
  begin_two();
  store(1, X, 1, SC);
  store(1, Z, 1, SC);
  *cell(Z) = 7;
  store(2, Z, 2, SC);
  assert_int_equal(load_of(2, X, SC, true), 1);
  end_two();
}

/* What is allowed is still shown: long runs are not sequentially consistent. */
static void old_values_in_long_runs(void **state) {
  begin_two();
  for (int i = 1; i <= MANY; i++) store(1, Z, i, SC);
  store(1, X, 1, RELAXED_ORDER);
  store(2, Y, 1, RELAXED_ORDER);
  assert_int_equal(load_of(1, Y, RELAXED_ORDER, true), 0);
  assert_int_equal(load_of(2, X, RELAXED_ORDER, true), 0);
  store(1, X, 2, SC);
  for (int i = 1; i <= 20; i++) store(1, Z, i, SC);
  assert_int_equal(load_of(2, X, SC, true), 1);
  end_two();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exactly_what_the_models_allow), cmocka_unit_test(no_cycle_longer_than_the_window),
      cmocka_unit_test(no_cycle_through_what_a_location_lost),
      cmocka_unit_test(no_cycle_through_an_unseen_write), cmocka_unit_test(old_values_in_long_runs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* symbolic/search.c: on random programs every path that some input takes is found, and each run goes the way
 * its inputs were made for; strings, numbers of arguments and sizes of files change as well. */
/* rooms: symbolic, slow */
#include "base/table.h"
#include "symbolic/search.h"
#include "symbolic_program.h"
#include <stdio.h>

static struct omen_search *search_of(struct omen_search_options o) {
  struct omen_err err = {0};
  o.solver.milliseconds = 20000;
  struct omen_search *s = omen_search_new(&o, &err);
  if (!s) fail_msg("%s", err.msg);
  return s;
}
static void run_machine(struct omen_search *s, const struct program *p, const struct omen_inputs *in,
                        uint32_t id, struct omen_table *paths) {
  struct build b = {0};
  struct omen_sym_trace t;
  struct execution x = machine_run(p, in->list[0].bytes, &b);
  omen_table_count(paths, x.path);
  build_trace(&b, &t);
  assert_int_equal(omen_sym_check(&t, in), -1);
  assert_int_equal(omen_sym_check_output(&t, in, 1, x.out, x.n_out), -1);
  enum omen_arrival a = omen_search_add(s, &t, in, id);
  if (id && a != OMEN_ARRIVED_CONFIRMED) fail_msg("run %u goes another way", id);
  omen_sym_trace_release(&t);
  build_release(&b);
}
static void test_all_paths(void **state) {
  (void)state;
  uint64_t seed = 5, most = 0, all = 0;
  for (int round = 0; round < 20; round++) {
    struct program p = random_program(&seed, LENGTH);
    struct omen_table feasible = {0}, found = {0};
    for (uint32_t i = 0; i < 65536; i++)
      omen_table_count(&feasible, machine_run(&p, (uint8_t[2]){(uint8_t)i, (uint8_t)(i >> 8)}, NULL).path);
    struct omen_search *s = search_of((struct omen_search_options){.no_sizes = true});
    struct omen_inputs in = {0};
    struct omen_search_found next;
    omen_inputs_add(&in, OMEN_INPUT_STDIN, "", "AB", 2, 2, true);
    run_machine(s, &p, &in, 0, &found);
    while (omen_search_next(s, 0, &next)) {
      run_machine(s, &p, &next.inputs, next.id, &found);
      omen_search_found_release(&next);
    }
    if (found.n != feasible.n) fail_msg("round %d: %d of %d paths", round, (int)found.n, (int)feasible.n);
    /* No path is run twice: the search wastes nothing. */
    assert_int_equal(omen_search_counters(s)->runs, found.n);
    assert_int_equal(omen_search_counters(s)->paths, found.n);
    assert_int_equal(omen_search_counters(s)->undecided, 0);
    assert_int_equal(omen_search_waiting(s), 0);
    if (found.n > most) most = found.n;
    all += found.n;
    omen_inputs_release(&in);
    omen_search_free(s);
    omen_table_release(&feasible), omen_table_release(&found);
  }
  assert_true(most > 20 && all > 150);
}

/* if (argc > 2 && !strcmp(argv[2], "--tree")) ...: what is not there must come. */
static void run_option(struct omen_search *s, const struct omen_inputs *in, uint32_t id, bool *reached,
                       bool *shrunk) {
  static const char word[] = "--tree";
  struct build b = {0};
  struct omen_sym_trace t;
  uint32_t argc = 0, source = 0;
  for (uint32_t i = 0; i < in->n; i++) {
    if (in->list[i].kind == OMEN_INPUT_ARGC) memcpy(&argc, in->list[i].bytes, 4);
    if (in->list[i].kind == OMEN_INPUT_ARGV && !strcmp(in->list[i].name, "2")) source = i;
  }
  assert_int_equal(argc, in->n); /* argv[0] is no input, argc is */
  assert_true(argc <= 3);        /* no more than are needed */
  uint32_t n = byte_in(&b, 0, 0);
  for (uint32_t i = 1; i < 4; i++) n = two(&b, OMEN_SYM_CONCAT, byte_in(&b, 0, i), n);
  step(&b, OMEN_SYM_BRANCH_STEP, two(&b, OMEN_SYM_SLT, konst(&b, 32, 1), n), argc > 1, 1);
  *shrunk |= argc == 1;
  bool same = argc > 2;
  if (argc > 1) step(&b, OMEN_SYM_BRANCH_STEP, two(&b, OMEN_SYM_SLT, konst(&b, 32, 2), n), argc > 2, 2);
  for (uint32_t i = 0; same && i < sizeof word; i++) {
    uint8_t is = i < in->list[source].len ? in->list[source].bytes[i] : 0;
    same = is == (uint8_t)word[i];
    step(&b, OMEN_SYM_BRANCH_STEP,
         two(&b, OMEN_SYM_EQ, byte_in(&b, source, i), konst(&b, 8, (uint8_t)word[i])), same, 3);
  }
  *reached |= same;
  build_trace(&b, &t);
  assert_int_equal(omen_sym_check(&t, in), -1);
  enum omen_arrival a = omen_search_add(s, &t, in, id);
  assert_int_equal(a, id ? OMEN_ARRIVED_CONFIRMED : OMEN_ARRIVED_FIRST);
  build_release(&b);
}
static void test_arguments(void **state) {
  (void)state;
  struct omen_search *s = search_of((struct omen_search_options){0});
  struct omen_inputs in = {0};
  struct omen_search_found next;
  bool reached = false, shrunk = false;
  omen_inputs_add(&in, OMEN_INPUT_ARGC, "", "\2\0\0\0", 4, 4, true);
  omen_inputs_add(&in, OMEN_INPUT_ARGV, "1", "x", 1, 8, true);
  run_option(s, &in, 0, &reached, &shrunk);
  int runs = 0;
  for (; runs < 100 && omen_search_next(s, 0, &next); runs++) {
    run_option(s, &next.inputs, next.id, &reached, &shrunk);
    omen_search_found_release(&next);
  }
  assert_true(reached && shrunk);
  assert_true(runs < 20);
  omen_inputs_release(&in);
  omen_search_free(s);
}

static void a_way(struct build *b, uint32_t on, uint32_t expr, uint32_t which, uint32_t chosen, bool first) {
  step(b, OMEN_SYM_BRANCH_STEP, expr, which == chosen, 1);
  struct omen_sym_step *s = &b->steps[b->n_steps - 1];
  s->on = on;
  s->which = (uint16_t)(which | (first ? OMEN_SYM_FIRST_OF_CHOICE : 0));
  s->chosen = (uint16_t)(chosen ? chosen : OMEN_SYM_NO_WAY);
}
/* A switch says first what it was not, then what it was: another order in every run. */
static void run_switch(struct omen_search *s, const struct omen_inputs *in, uint32_t id, uint32_t *cases) {
  struct build b = {0};
  struct omen_sym_trace t;
  uint32_t x = byte_in(&b, 0, 0), y = byte_in(&b, 0, 1), taken = 0, n = 0;
  for (uint32_t c = 1; c <= 3; c++)
    if (in->list[0].bytes[0] == c) taken = c;
  for (uint32_t c = 1; c <= 3; c++)
    if (c != taken) a_way(&b, x, two(&b, OMEN_SYM_EQ, x, konst(&b, 8, c)), c, taken, !n++);
  if (taken) a_way(&b, x, two(&b, OMEN_SYM_EQ, x, konst(&b, 8, taken)), taken, taken, false);
  bool low = in->list[0].bytes[1] < 9;
  step(&b, OMEN_SYM_BRANCH_STEP, two(&b, OMEN_SYM_ULT, y, konst(&b, 8, 9)), low, 2);
  *cases |= 1u << (2 * taken + low);
  build_trace(&b, &t);
  enum omen_arrival a = omen_search_add(s, &t, in, id);
  assert_int_equal(a, id ? OMEN_ARRIVED_CONFIRMED : OMEN_ARRIVED_FIRST);
  build_release(&b);
}
/* A switch on `x < 9 ? 1 : 2`: either case is the other's opposite, so that one step says it all, and not the
 * same in both runs. */
static void run_chosen(struct omen_search *s, const struct omen_inputs *in, uint32_t id, uint32_t *cases) {
  struct build b = {0};
  struct omen_sym_trace t;
  uint32_t x = byte_in(&b, 0, 0), low = two(&b, OMEN_SYM_ULT, x, konst(&b, 8, 9));
  uint32_t on = node(&b, OMEN_SYM_ITE, 8, low, konst(&b, 8, 1), konst(&b, 8, 2), 0);
  if (in->list[0].bytes[0] < 9)
    a_way(&b, on, node(&b, OMEN_SYM_NOT, 1, low, 0, 0, 0), 2, 1, true);
  else
    a_way(&b, on, low, 1, 2, true);
  *cases |= in->list[0].bytes[0] < 9 ? 1 : 2;
  build_trace(&b, &t);
  enum omen_arrival a = omen_search_add(s, &t, in, id);
  assert_int_equal(a, id ? OMEN_ARRIVED_CONFIRMED : OMEN_ARRIVED_FIRST);
  build_release(&b);
}
static void test_switch_on_choice(void **state) {
  (void)state;
  for (uint8_t first = 8; first <= 9; first++) {
    struct omen_search *s = search_of((struct omen_search_options){.no_sizes = true});
    struct omen_inputs in = {0};
    struct omen_search_found next;
    uint32_t cases = 0;
    omen_inputs_add(&in, OMEN_INPUT_STDIN, "", &first, 1, 1, true);
    run_chosen(s, &in, 0, &cases);
    while (omen_search_next(s, 0, &next)) {
      run_chosen(s, &next.inputs, next.id, &cases);
      omen_search_found_release(&next);
    }
    assert_int_equal(cases, 3);
    assert_int_equal(omen_search_counters(s)->runs, 2);
    omen_inputs_release(&in);
    omen_search_free(s);
  }
}
static void test_switch(void **state) {
  (void)state;
  struct omen_search *s = search_of((struct omen_search_options){.no_sizes = true});
  struct omen_inputs in = {0};
  struct omen_search_found next;
  uint32_t cases = 0;
  omen_inputs_add(&in, OMEN_INPUT_STDIN, "", "\2A", 2, 2, true);
  run_switch(s, &in, 0, &cases);
  while (omen_search_next(s, 0, &next)) {
    run_switch(s, &next.inputs, next.id, &cases);
    omen_search_found_release(&next);
  }
  assert_int_equal(cases, 255);
  assert_int_equal(omen_search_counters(s)->runs, 8); /* and none of them twice */
  assert_int_equal(omen_search_counters(s)->paths, 8);
  omen_inputs_release(&in);
  omen_search_free(s);
}

/* A string's fifth byte alone is asked about: those before it must not be zero. */
static void test_string_with_a_zero(void **state) {
  (void)state;
  struct omen_search *s = search_of((struct omen_search_options){0});
  struct omen_inputs in = {0};
  struct omen_search_found next;
  struct build b = {0};
  struct omen_sym_trace t;
  omen_inputs_add(&in, OMEN_INPUT_ENV, "MODE", "a", 1, 8, true);
  uint32_t is = two(&b, OMEN_SYM_EQ, byte_in(&b, 0, 4), konst(&b, 8, 'z'));
  uint32_t low = two(&b, OMEN_SYM_ULT, byte_in(&b, 0, 2), konst(&b, 8, 3)); /* holds now, and must later */
  step(&b, OMEN_SYM_BRANCH_STEP, low, 1, 4);
  step(&b, OMEN_SYM_BRANCH_STEP, is, 0, 5);
  build_trace(&b, &t);
  omen_search_add(s, &t, &in, 0);
  bool found = false;
  while (omen_search_next(s, 0, &next)) {
    const struct omen_input *i = &next.inputs.list[0];
    assert_int_equal(strlen((char *)i->bytes), i->len);
    if (next.site == 5) {
      found = true;
      assert_int_equal(i->len, 5);
      assert_int_equal(i->bytes[4], 'z');
      assert_true(i->bytes[2] == 1 || i->bytes[2] == 2);
      assert_int_equal(i->bytes[0], 'a'); /* nobody asks about it: it stays */
    }
    omen_search_found_release(&next);
  }
  assert_true(found);
  build_release(&b);
  omen_inputs_release(&in);
  omen_search_free(s);
}

/* A value that was made concrete leaves a decision no other way: the decision alone is guessed, once, and not
 * where a run went that way already. */
static void take_guess(void *arg, struct omen_inputs *in) {
  uint32_t *guesses = arg;
  assert_int_equal(in->list[0].bytes[0] + in->list[0].bytes[1], 200);
  ++*guesses;
  omen_inputs_release(in);
}
static void run_pinned(struct omen_search *s, const struct omen_inputs *in, uint32_t id) {
  struct build b = {0};
  struct omen_sym_trace t;
  uint32_t first = byte_in(&b, 0, 0), second = byte_in(&b, 0, 1);
  for (uint32_t i = 0; i < 2; i++)
    step(&b, OMEN_SYM_FAULT_STEP, two(&b, OMEN_SYM_EQ, i ? second : first, konst(&b, 8, 'a')), 1, 4 + i);
  step(&b, OMEN_SYM_BRANCH_STEP,
       two(&b, OMEN_SYM_EQ, two(&b, OMEN_SYM_ADD, first, second), konst(&b, 8, 200)), 0, 6);
  build_trace(&b, &t);
  omen_search_add(s, &t, in, id);
  build_release(&b);
}
static void test_guesses(void **state) {
  (void)state;
  struct omen_search *s = search_of((struct omen_search_options){.no_sizes = true});
  struct omen_inputs in = {0};
  struct omen_search_found next;
  uint32_t guesses = 0;
  omen_inputs_add(&in, OMEN_INPUT_STDIN, "", "aa", 2, 2, true);
  omen_search_guesses(s, take_guess, &guesses);
  for (int i = 0; i < 2; i++) {
    run_pinned(s, &in, 0);
    assert_false(omen_search_next(s, 0, &next));
    assert_int_equal(guesses, 1);
  }
  assert_int_equal(omen_search_counters(s)->guesses, 1);
  omen_inputs_release(&in);
  omen_search_free(s);
}

/* The second half of the decisions leads to what is looked for; the first of them does so at once. */
static uint8_t nearness(void *heads, uint32_t site, uint64_t constant, bool taken) {
  assert_int_equal(constant, 10);
  return site < *(uint32_t *)heads || !taken ? 0 : (uint8_t)(255 - (site - *(uint32_t *)heads));
}

/* The order: near ones first, among those that are new; a fault's inputs; a run that goes astray. */
static void test_order(void **state) {
  (void)state;
  uint32_t from = 104;
  struct omen_search *s =
      search_of((struct omen_search_options){.no_sizes = true, .nearness = nearness, .heads = &from});
  struct omen_inputs in = {0};
  struct omen_search_found next;
  struct build b = {0};
  struct omen_sym_trace t;
  omen_inputs_add(&in, OMEN_INPUT_STDIN, "", "abcdefgh", 8, 8, true);
  for (uint32_t i = 0; i < 8; i++)
    step(&b, i == 6 ? OMEN_SYM_FAULT_STEP : OMEN_SYM_BRANCH_STEP,
         two(&b, OMEN_SYM_EQ, byte_in(&b, 0, i), konst(&b, 8, 9)), 0, 100 + i);
  build_trace(&b, &t);
  assert_int_equal(omen_search_add(s, &t, &in, 0), OMEN_ARRIVED_FIRST);
  static const uint32_t order[] = {106, 104, 105, 107, 100, 101, 102, 103};
  for (uint32_t i = 0; i < 8; i++) {
    assert_true(omen_search_next(s, 0, &next));
    assert_int_equal(next.site, order[i]);
    assert_int_equal(next.inputs.list[0].bytes[next.site - 100], 9);
    assert_int_equal(next.kind, next.site == 106 ? OMEN_SYM_FAULT_STEP : OMEN_SYM_BRANCH_STEP);
    assert_int_equal(next.wanted, 1);
    build_trace(&b, &t); /* it went as before, whatever it was given */
    enum omen_arrival a = omen_search_add(s, &t, &next.inputs, next.id);
    assert_int_equal(a, OMEN_ARRIVED_DIVERGED);
    omen_search_found_release(&next);
  }
  assert_false(omen_search_next(s, 0, &next));
  assert_int_equal(omen_search_counters(s)->diverged, 8);
  assert_int_equal(omen_search_counters(s)->paths, 1);
  build_release(&b);
  omen_inputs_release(&in);
  omen_search_free(s);
}

static void test_sizes(void **state) {
  (void)state;
  struct omen_search *s = search_of((struct omen_search_options){0});
  struct omen_inputs in = {0};
  struct omen_search_found next;
  struct build b = {0};
  struct omen_sym_trace t;
  omen_inputs_add(&in, OMEN_INPUT_STDIN, "", "12\n34\n", 6, 9, true);
  omen_inputs_add(&in, OMEN_INPUT_FILE, "/not/read", "12\n34\n", 6, 9, true);
  byte_in(&b, 0, 5), byte_in(&b, 1, 2);
  build_trace(&b, &t);
  omen_search_add(s, &t, &in, 0);
  static const char *const want[] = {"12\n34\n34\n", "12\n",      "",       "122\n34\n",
                                     "1\n34\n",      "12\n344\n", "12\n3\n"};
  uint32_t seen = 0, n = 0;
  for (; omen_search_next(s, 0, &next); n++) {
    assert_true(next.resized);
    assert_int_equal(next.inputs.list[1].len, 6);
    for (uint32_t k = 0; k < 7; k++)
      if (next.inputs.list[0].len == strlen(want[k]) &&
          !memcmp(next.inputs.list[0].bytes, want[k], strlen(want[k])))
        seen |= 1u << k;
    omen_search_found_release(&next);
  }
  assert_int_equal(seen, 127);
  assert_int_equal(n, 7); /* half of it, and all but the last line, are one */
  build_release(&b);
  omen_inputs_release(&in);
  omen_search_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_paths),
                                     cmocka_unit_test(test_arguments),
                                     cmocka_unit_test(test_switch),
                                     cmocka_unit_test(test_switch_on_choice),
                                     cmocka_unit_test(test_string_with_a_zero),
                                     cmocka_unit_test(test_guesses),
                                     cmocka_unit_test(test_order),
                                     cmocka_unit_test(test_sizes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

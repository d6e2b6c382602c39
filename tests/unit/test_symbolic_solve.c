/* symbolic/: the evaluator against Z3 on random expressions of up to 512 bits; the solver's answers against
 * all 65536 inputs of small questions; slices; the answers that are kept. */
/* rooms: symbolic, slow */
#include "symbolic/sym_range.h"
#include "symbolic/slices.h"
#include "symbolic/solve.h"
#include "symbolic_build.h"

static struct omen_inputs stdin_of(const char *bytes, size_t n) {
  struct omen_inputs in = {0};
  omen_inputs_add(&in, OMEN_INPUT_STDIN, "", bytes, n, n, true);
  return in;
}
static struct omen_solver *solver_of(bool only_z3) {
  struct omen_err err = {0};
  struct omen_solver *s =
      omen_solver_new(&(struct omen_solver_options){.only_z3 = only_z3, .milliseconds = 20000}, &err);
  if (!s) fail_msg("%s", err.msg);
  return s;
}

/* For fixed inputs an expression has one value, and Z3 knows of no other. */
static void test_evaluator_and_z3(void **state) {
  (void)state;
  struct omen_solver *s = solver_of(true);
  uint64_t seed = 7;
  for (int round = 0; round < 500; round++) {
    struct build b = {0};
    struct omen_sym_trace t;
    char bytes[4];
    uint32_t width = below(&seed, 3) ? 1 + below(&seed, 80) : 1 + below(&seed, 512);
    uint32_t e = random_expr(&b, &seed, width, 4, 4);
    uint32_t low = width > 64 ? node(&b, OMEN_SYM_EXTRACT, 64, e, 0, 0, below(&seed, width - 63)) : e;
    uint32_t in[4];
    for (uint32_t i = 0; i < 4; i++) bytes[i] = (char)rnd(&seed), in[i] = byte_in(&b, 0, i);
    build_trace(&b, &t);
    struct omen_inputs inputs = stdin_of(bytes, 4);
    struct omen_sym_view *v = omen_sym_view_new(&t);
    struct omen_sym_literal l[5];
    uint64_t value;
    omen_sym_eval_start(v->eval, &inputs, NULL);
    assert_true(omen_sym_eval_node(v->eval, low, &value));
    l[0] = (struct omen_sym_literal){.view = v, .expr = low, .pair = true, .other = value};
    for (uint32_t i = 0; i < 4; i++)
      l[i + 1] = (struct omen_sym_literal){
          .view = v, .expr = in[i], .want = true, .pair = true, .other = (uint8_t)bytes[i]};
    struct omen_sym_model m;
    enum omen_solver_answer a = omen_solver_ask(s, l, 5, &inputs, false, &m);
    if (a != OMEN_UNSAT)
      fail_msg("round %d: %u bits, value %llx: %d", round, width, (unsigned long long)value, a);
    omen_sym_model_release(&m);
    omen_sym_view_free(v);
    omen_sym_trace_release(&t);
    omen_inputs_release(&inputs);
    build_release(&b);
  }
  omen_solver_free(s);
}

/* Whatever the inputs are, the value lies where it is said to; and something is known of an index of few
 * bits. */
static void test_ranges(void **state) {
  (void)state;
  uint64_t seed = 11;
  int narrow = 0;
  for (int round = 0; round < 3000; round++) {
    struct build b = {0};
    struct omen_sym_trace t;
    char bytes[4];
    uint32_t width = 1 + below(&seed, 64), e = random_expr(&b, &seed, width, 4, 4);
    build_trace(&b, &t);
    struct omen_sym_view *v = omen_sym_view_new(&t);
    struct omen_sym_range r = omen_sym_range(&t, e);
    narrow += r.least > 0 || r.most < (width == 64 ? UINT64_MAX : (1ull << width) - 1);
    for (int k = 0; k < 50; k++) {
      uint64_t value;
      for (int i = 0; i < 4; i++) bytes[i] = k % 3 ? (char)rnd(&seed) : below(&seed, 2) ? (char)0xff : 0;
      struct omen_inputs inputs = stdin_of(bytes, 4);
      omen_sym_eval_start(v->eval, &inputs, NULL);
      assert_true(omen_sym_eval_node(v->eval, e, &value));
      if (value < r.least || value > r.most)
        fail_msg("round %d: %llx is not in %llx to %llx", round, (unsigned long long)value,
                 (unsigned long long)r.least, (unsigned long long)r.most);
      omen_inputs_release(&inputs);
    }
    omen_sym_view_free(v);
    omen_sym_trace_release(&t);
    build_release(&b);
  }
  assert_true(narrow > 300);
}

/* Conditions on two bytes: is there an input, and is what the solver gives one? */
static void brute_force(bool only_z3, uint64_t seed, int rounds) {
  struct omen_solver *s = solver_of(only_z3);
  int answers[3] = {0};
  for (int round = 0; round < rounds; round++) {
    struct build b = {0};
    struct omen_sym_trace t;
    struct omen_sym_literal l[3];
    uint32_t n = 1 + below(&seed, 3), expr[3];
    for (uint32_t i = 0; i < n; i++) expr[i] = random_expr(&b, &seed, 1, 4, 1 + below(&seed, 2));
    build_trace(&b, &t);
    struct omen_sym_view *v = omen_sym_view_new(&t);
    for (uint32_t i = 0; i < n; i++)
      l[i] = (struct omen_sym_literal){.view = v, .expr = expr[i], .want = below(&seed, 2)};
    struct omen_inputs inputs = stdin_of("ab", 2);
    bool exists = false;
    for (uint32_t x = 0; x < 65536 && !exists; x++) {
      inputs.list[0].bytes[0] = (uint8_t)x, inputs.list[0].bytes[1] = (uint8_t)(x >> 8);
      exists = omen_sym_literals_hold(l, n, &inputs, NULL) == 1;
    }
    memcpy(inputs.list[0].bytes, "ab", 2);
    struct omen_sym_model m;
    enum omen_solver_answer a = omen_solver_ask(s, l, n, &inputs, false, &m);
    answers[a]++;
    if (a != (exists ? OMEN_SAT : OMEN_UNSAT))
      fail_msg("round %d: %d, but there is%s one", round, a, exists ? "" : " not");
    if (a == OMEN_SAT && omen_sym_literals_hold(l, n, &inputs, &m) != 1)
      fail_msg("round %d: not a solution", round);
    omen_sym_model_release(&m);
    omen_sym_view_free(v);
    omen_sym_trace_release(&t);
    omen_inputs_release(&inputs);
    build_release(&b);
  }
  assert_true(answers[OMEN_SAT] > rounds / 10 && answers[OMEN_UNSAT] > rounds / 20);
  omen_solver_free(s);
}
static void test_brute_force(void **state) {
  (void)state;
  brute_force(true, 11, 300);
  brute_force(false, 12, 300);
}

/* Conditions that have to do with each other by bytes in common, against a closure computed plainly. */
static void test_slices(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int round = 0; round < 300; round++) {
    enum { CONDITIONS = 12, BYTES = 16 };
    struct build b = {0};
    struct omen_sym_trace t;
    uint32_t expr[CONDITIONS], uses[CONDITIONS] = {0};
    for (uint32_t i = 0; i < CONDITIONS; i++) {
      uint32_t e = 0;
      for (uint32_t k = 1 + below(&seed, 3); k--;) {
        uint32_t byte = below(&seed, BYTES);
        uses[i] |= 1u << byte;
        e = e ? two(&b, OMEN_SYM_XOR, e, byte_in(&b, 0, byte)) : byte_in(&b, 0, byte);
      }
      /* a node in common does not make conditions related beyond what bytes do */
      expr[i] = two(&b, OMEN_SYM_ULT, e, konst(&b, 8, 100 + i));
    }
    build_trace(&b, &t);
    struct omen_sym_view *v = omen_sym_view_new(&t);
    struct omen_sym_slices *s = omen_sym_slices_new();
    uint32_t side = omen_sym_slices_view(s, v);
    for (uint32_t i = 0; i < CONDITIONS; i++) {
      uint32_t related = 0, bytes = uses[i];
      for (bool more = true; more;) {
        more = false;
        for (uint32_t k = 0; k < i; k++)
          if (!(related >> k & 1) && (uses[k] & bytes)) related |= 1u << k, bytes |= uses[k], more = true;
      }
      struct omen_sym_literals ask = {0}, got = {0};
      omen_sym_slices_related(s, side, expr[i], &ask);
      assert_int_equal(omen_sym_slices_add(s, side, expr[i], true), i);
      omen_sym_slices_below(s, i, &got);
      for (int which = 0; which < 2; which++) {
        struct omen_sym_literals *list = which ? &got : &ask;
        uint32_t found = 0;
        for (size_t k = 0; k < list->n; k++)
          for (uint32_t j = 0; j < i; j++)
            if (expr[j] == list->list[k].expr) found |= 1u << j;
        if (found != related) fail_msg("round %d, condition %u: %x, not %x", round, i, found, related);
        assert_int_equal(list->n, __builtin_popcount(related));
        omen_sym_literals_release(list);
      }
    }
    omen_sym_slices_free(s);
    omen_sym_view_free(v);
    omen_sym_trace_release(&t);
    build_release(&b);
  }
}

/* Equal text for equal arguments, and nothing else known. */
static void test_formatted(void **state) {
  (void)state;
  struct build b = {0};
  struct omen_sym_trace t;
  uint32_t x = byte_in(&b, 0, 0), y = byte_in(&b, 0, 1), f = text(&b, "%d"), g = text(&b, "%x");
  uint32_t fx = node(&b, OMEN_SYM_FORMATTED, 8, x, 0, 0, (uint64_t)f << 32),
           fy = node(&b, OMEN_SYM_FORMATTED, 8, y, 0, 0, (uint64_t)f << 32);
  uint32_t gy = node(&b, OMEN_SYM_FORMATTED, 8, y, 0, 0, (uint64_t)g << 32),
           same = two(&b, OMEN_SYM_EQ, x, y);
  build_trace(&b, &t);
  struct omen_sym_view *v = omen_sym_view_new(&t);
  struct omen_inputs in = stdin_of("ab", 2);
  struct omen_solver *s = solver_of(false);
  struct omen_sym_literal l[2] = {{.view = v, .expr = fx, .pair = true, .other_view = v, .other = fy},
                                  {.view = v, .expr = same, .want = true}};
  struct omen_sym_model m;
  assert_int_equal(omen_solver_ask(s, l, 2, &in, false, &m), OMEN_UNSAT);
  omen_sym_model_release(&m);
  assert_int_equal(omen_solver_ask(s, l, 1, &in, false, &m), OMEN_SAT);
  omen_sym_model_release(&m);
  l[0].other = gy;
  assert_int_equal(omen_solver_ask(s, l, 2, &in, false, &m), OMEN_SAT);
  omen_sym_model_release(&m);
  omen_solver_free(s);
  omen_inputs_release(&in);
  omen_sym_view_free(v);
  omen_sym_trace_release(&t);
  build_release(&b);
}

/* The same question in another trace, where nodes have other numbers, is not asked again. */
static void test_kept_answers(void **state) {
  (void)state;
  struct omen_solver *s = solver_of(false);
  struct omen_inputs in = stdin_of("abcd", 4);
  for (int round = 0; round < 3; round++) {
    struct build b = {0};
    struct omen_sym_trace t;
    for (int i = 0; i < round; i++) konst(&b, 64, 77 + (uint64_t)i);
    uint32_t sum = two(&b, OMEN_SYM_ADD, byte_in(&b, 0, 0), byte_in(&b, 0, 1));
    uint32_t is = two(&b, OMEN_SYM_EQ, sum, konst(&b, 8, 9)),
             isnt = two(&b, OMEN_SYM_EQ, sum, konst(&b, 8, 10));
    build_trace(&b, &t);
    struct omen_sym_view *v = omen_sym_view_new(&t);
    struct omen_sym_literal l[2] = {{.view = v, .expr = is, .want = true},
                                    {.view = v, .expr = isnt, .want = true}};
    struct omen_sym_model m;
    assert_int_equal(omen_solver_ask(s, l, 1, &in, false, &m), OMEN_SAT);
    assert_int_equal(omen_sym_literals_hold(l, 1, &in, &m), 1);
    omen_sym_model_release(&m);
    assert_int_equal(omen_solver_ask(s, l, 2, &in, false, &m), OMEN_UNSAT);
    omen_sym_view_free(v);
    omen_sym_trace_release(&t);
    build_release(&b);
  }
  assert_int_equal(omen_solver_counters(s)->solved, 2);
  assert_int_equal(omen_solver_counters(s)->cached, 4);
  omen_solver_free(s);
  omen_inputs_release(&in);
}

/* A million operations one inside the other: no stack is used up. */
static void test_deep(void **state) {
  (void)state;
  enum { DEPTH = 1000000 };
  struct build b = {0};
  uint32_t e = byte_in(&b, 0, 0), one = konst(&b, 8, 1);
  for (uint32_t i = 0; i < DEPTH; i++) {
    OMEN_GROW(b.nodes, b.n_nodes, b.nodes_cap);
    b.nodes[b.n_nodes] =
        (struct omen_sym_node){.op = i % 2 ? OMEN_SYM_ADD : OMEN_SYM_XOR, .width = 8, .a = e, .b = one};
    e = b.n_nodes++;
  }
  uint32_t last = b.n_nodes;
  OMEN_GROW(b.nodes, b.n_nodes, b.nodes_cap);
  b.nodes[b.n_nodes++] = (struct omen_sym_node){.op = OMEN_SYM_EQ, .width = 1, .a = e, .b = one};
  struct omen_sym_trace t;
  build_trace(&b, &t);
  struct omen_sym_view *v = omen_sym_view_new(&t);
  struct omen_inputs in = stdin_of("a", 1);
  struct omen_sym_literal l = {.view = v, .expr = last, .want = true};
  assert_true(omen_sym_literals_hold(&l, 1, &in, NULL) >= 0);
  struct omen_sym_model bytes = {0};
  assert_true(omen_sym_literals_inputs(&l, 1, &bytes) > DEPTH);
  assert_int_equal(bytes.n, 1);
  omen_sym_model_release(&bytes);
  omen_inputs_release(&in);
  omen_sym_view_free(v);
  omen_sym_trace_release(&t);
  build_release(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ranges),      cmocka_unit_test(test_evaluator_and_z3),
      cmocka_unit_test(test_brute_force), cmocka_unit_test(test_slices),
      cmocka_unit_test(test_formatted),   cmocka_unit_test(test_kept_answers),
      cmocka_unit_test(test_deep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

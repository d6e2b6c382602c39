/* symbolic/compare.c against all inputs: pairs of random programs that begin alike, as the two orders of a
 * race do. */
/* rooms: symbolic, slow */
#include "symbolic/compare.h"
#include "symbolic_program.h"

enum { LENGTH_OF_BOTH = 24, APART = 10 };
struct fact {
  bool differ, leaves;
};
/* What is true, found by trying everything. */
static struct fact truth(const struct program *p, const struct program *q, const uint8_t own[2]) {
  struct fact f = {0};
  struct execution p0 = machine_run(p, own, NULL), q0 = machine_run(q, own, NULL);
  for (uint32_t i = 0; i < 65536; i++) {
    uint8_t in[2] = {(uint8_t)i, (uint8_t)(i >> 8)};
    struct execution a = machine_run(p, in, NULL), b = machine_run(q, in, NULL);
    if (a.path != p0.path) continue;
    if (b.path != q0.path)
      f.leaves = true;
    else if (a.n_out != b.n_out || memcmp(a.out, b.out, a.n_out))
      f.differ = true;
  }
  return f;
}
/* Does it matter what the instruction computes? */
static bool used(const struct program *p, uint32_t at, const uint8_t own[2]) {
  struct program without = *p;
  without.code[at].op = OMEN_SYM_NONE;
  struct execution a = machine_run(p, own, NULL), b = machine_run(&without, own, NULL);
  return a.path != b.path || a.n_out != b.n_out || memcmp(a.out, b.out, a.n_out);
}
static void test_random_pairs(void **state) {
  (void)state;
  struct omen_err err = {0};
  struct omen_solver *solver = omen_solver_new(&(struct omen_solver_options){.milliseconds = 20000}, &err);
  if (!solver) fail_msg("%s", err.msg);
  uint64_t seed = 21;
  int count[4] = {0}, compared = 0;
  for (int round = 0; round < 1000; round++) {
    struct program p = random_program(&seed, LENGTH_OF_BOTH), q = p;
    uint8_t own[2] = {(uint8_t)rnd(&seed), (uint8_t)rnd(&seed)};
    struct execution first = machine_run(&p, own, NULL), second;
    bool alike = false;
    for (int tries = 0; tries < 60 && !alike; tries++) { /* the race: one instruction is another */
      struct program other = random_program(&seed, LENGTH_OF_BOTH);
      uint32_t at = APART + below(&seed, LENGTH_OF_BOTH - APART);
      q = p;
      if (p.code[at].what != COMPUTE || other.code[at].what != COMPUTE) continue;
      q.code[at] = other.code[at];
      q.code[at].to = p.code[at].to;
      second = machine_run(&q, own, NULL);
      alike = first.n_out == second.n_out && !memcmp(first.out, second.out, first.n_out) && used(&p, at, own);
    }
    if (!alike) continue;
    struct build b[2] = {{0}, {0}};
    struct omen_sym_trace t[2];
    struct execution x[2] = {machine_run(&p, own, &b[0]), machine_run(&q, own, &b[1])};
    struct omen_sym_written w[2];
    struct omen_sym_side side[2];
    for (int k = 0; k < 2; k++) {
      build_trace(&b[k], &t[k]);
      w[k] = (struct omen_sym_written){1, x[k].out, x[k].n_out};
      side[k] = (struct omen_sym_side){&t[k], &w[k], 1};
    }
    struct omen_inputs in = {0};
    omen_inputs_add(&in, OMEN_INPUT_STDIN, "", own, 2, 2, true);
    struct fact f = truth(&p, &q, own);
    struct omen_comparison c;
    omen_compare(solver, &side[0], &side[1], &in, 0, &c);
    enum omen_comparison_result want = f.differ   ? OMEN_COMPARED_DIFFER
                                       : f.leaves ? OMEN_COMPARED_LEAVES
                                                  : OMEN_COMPARED_SAME;
    if (c.result != want)
      fail_msg("round %d: %s, not %s", round, omen_comparison_word(c.result), omen_comparison_word(want));
    count[want]++;
    if (want == OMEN_COMPARED_SAME) compared += c.compared != 0;
    if (want != OMEN_COMPARED_SAME) { /* the inputs show it */
      struct execution a = machine_run(&p, c.inputs.list[0].bytes, NULL),
                       z = machine_run(&q, c.inputs.list[0].bytes, NULL);
      assert_true(c.certain && !c.own);
      assert_true(a.path == x[0].path);
      assert_true(want == OMEN_COMPARED_LEAVES ? z.path != x[1].path
                                               : z.path == x[1].path && a.out[c.offset] != z.out[c.offset]);
    }
    omen_comparison_release(&c);
    omen_inputs_release(&in);
    for (int k = 0; k < 2; k++) omen_sym_trace_release(&t[k]), build_release(&b[k]);
  }
  print_message("%d same, %d differ, %d leave\n", count[0], count[1], count[2]);
  assert_true(count[OMEN_COMPARED_SAME] > 50 && count[OMEN_COMPARED_DIFFER] > 20 &&
              count[OMEN_COMPARED_LEAVES] > 20);
  assert_true(compared > 20);
  omen_solver_free(solver);
}

/* What was assumed is said, once a place; the alternate's own apart. */
static void test_assumptions(void **state) {
  (void)state;
  struct build b[2] = {{0}, {0}};
  struct omen_sym_trace t[2];
  for (int k = 0; k < 2; k++) {
    uint32_t x = byte_in(&b[k], 0, 0), why = text(&b[k], "an address");
    for (int times = 0; times < 2; times++) {
      step(&b[k], OMEN_SYM_PIN_STEP, two(&b[k], OMEN_SYM_EQ, x, konst(&b[k], 8, 'a')), 1, 7);
      b[k].steps[times].why = why;
    }
    if (k) { /* pinned there alone: an input that would do otherwise does not count as another path */
      step(&b[k], OMEN_SYM_PIN_STEP, two(&b[k], OMEN_SYM_EQ, byte_in(&b[k], 0, 1), konst(&b[k], 8, 'b')), 1,
           9);
      step(&b[k], OMEN_SYM_LOST_STEP, x, 0, 8);
      b[k].stale = 3;
    }
    output(&b[k], 1, 0, x);
    build_trace(&b[k], &t[k]);
  }
  struct omen_sym_written w = {1, (const uint8_t *)"a", 1};
  struct omen_sym_side side[2] = {{&t[0], &w, 1}, {&t[1], &w, 1}};
  struct omen_inputs in = {0};
  struct omen_comparison c;
  struct omen_solver *solver = omen_solver_new(NULL, NULL);
  omen_inputs_add(&in, OMEN_INPUT_STDIN, "", "ab", 2, 2, true);
  omen_compare(solver, &side[0], &side[1], &in, 0, &c);
  assert_int_equal(c.result, OMEN_COMPARED_SAME);
  assert_int_equal(c.n_assumptions, 4);
  assert_int_equal(c.assumptions[0].times, 2);
  assert_string_equal(c.assumptions[0].why, "an address");
  assert_true(c.assumptions[0].site == 7 && !c.assumptions[0].alternate);
  assert_true(c.assumptions[1].site == 9 && c.assumptions[1].alternate);
  assert_int_equal(c.assumptions[2].kind, OMEN_SYM_LOST_STEP);
  omen_comparison_release(&c);
  /* Lengths that differ, and a descriptor that one alone wrote to: no solver needed. */
  struct omen_sym_written longer[2] = {{1, (const uint8_t *)"a", 1}, {2, (const uint8_t *)"x", 1}};
  side[1].written = longer, side[1].n_written = 2;
  omen_compare(solver, &side[0], &side[1], &in, 0, &c);
  assert_true(c.result == OMEN_COMPARED_DIFFER && c.own && c.fd == 2 && c.offset == 0);
  omen_comparison_release(&c);
  omen_solver_free(solver);
  omen_inputs_release(&in);
  for (int k = 0; k < 2; k++) omen_sym_trace_release(&t[k]), build_release(&b[k]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_pairs), cmocka_unit_test(test_assumptions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

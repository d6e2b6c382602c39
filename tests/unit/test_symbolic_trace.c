/* symbolic/trace.c: sound traces are read, all others refused; any bytes whatever are an error at worst. */
/* rooms: symbolic, quick */
#include "symbolic/eval.h"
#include "symbolic_build.h"
#include <stdio.h>

static void sample(struct build *b) {
  static const uint16_t data[] = {3, 1, 4, 1, 5};
  uint32_t x = byte_in(b, 0, 0), y = byte_in(b, 1, 7);
  uint32_t sum = two(b, OMEN_SYM_ADD, x, y);
  uint32_t wide =
      two(b, OMEN_SYM_CONCAT, widen(b, OMEN_SYM_SEXT, 500, sum), node(b, OMEN_SYM_EXTRACT, 5, sum, 0, 0, 3));
  uint32_t found = node(b, OMEN_SYM_LOOKUP, 16, x, 0, 0, table(b, 16, 5, data));
  uint32_t c = two(b, OMEN_SYM_ULT, found, konst(b, 16, 4));
  uint32_t digits = node(b, OMEN_SYM_FORMATTED, 8, wide, 0, 0, (uint64_t)text(b, "%d") << 32 | 2);
  uint32_t choice = node(b, OMEN_SYM_ITE, 8, c, digits, sum, 0);
  step(b, OMEN_SYM_BRANCH_STEP, c, 1, 17);
  step(b, OMEN_SYM_LOST_STEP, wide, 0, 18);
  b->steps[1].why = text(b, "floating point");
  step(b, OMEN_SYM_LIVE_STEP, 0, 0, UINT32_MAX);
  step(b, OMEN_SYM_FAULT_STEP, two(b, OMEN_SYM_EQ, sum, konst(b, 8, 0)), 0, 19);
  output(b, 1, 5, choice);
}

static void test_read(void **state) {
  (void)state;
  struct build b = {0};
  struct omen_sym_trace t;
  sample(&b);
  build_trace(&b, &t);
  assert_int_equal(t.n_nodes, b.n_nodes);
  assert_int_equal(t.n_steps, 4);
  assert_int_equal(t.n_blocks, 12);
  assert_true(omen_sym_block_covered(&t, 0) && !omen_sym_block_covered(&t, 1) &&
              omen_sym_block_covered(&t, 11));
  assert_false(omen_sym_block_covered(&t, 12));
  assert_string_equal(omen_sym_string(&t, t.steps[1].why), "floating point");
  assert_int_equal(omen_sym_element(&t, 0, 4), 5);
  assert_int_equal(omen_sym_element(&t, 0, 5), 0);
  assert_string_equal(omen_sym_op_name(t.nodes[1].op), "INPUT");
  omen_sym_trace_release(&t);
  build_release(&b);
}

/* One thing made wrong at a time. */
static void refused(void (*damage)(struct build *b), const char *what) {
  struct build b = {0};
  struct omen_sym_trace t;
  struct omen_err err = {0};
  struct omen_buf file = {0};
  sample(&b);
  damage(&b);
  build_file(&b, &file);
  if (!omen_sym_trace_parse(&t, file.data, file.len, &err)) fail_msg("%s is taken", what);
  assert_null(t.data);
  assert_non_null(strstr(err.msg, "symbolic trace: "));
  omen_buf_release(&file);
  build_release(&b);
}
static void add_node(struct build *b, struct omen_sym_node n) {
  OMEN_GROW(b->nodes, b->n_nodes, b->nodes_cap);
  b->nodes[b->n_nodes++] = n;
}
#define DAMAGES(X)                                                                                           \
  X(node_0, b->nodes[0].op = OMEN_SYM_CONST)                                                                 \
  X(none_again, add_node(b, (struct omen_sym_node){0}))                                                      \
  X(unknown_operation, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_OP_COUNT, .width = 8}))             \
  X(no_width, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_CONST}))                                     \
  X(too_wide, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_CONST, .width = 513}))                       \
  X(itself, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_NOT, .width = 8, .a = b->n_nodes}))            \
  X(later, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_ADD, .width = 8, .a = 1, .b = b->n_nodes + 1})) \
  X(operand_missing, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_ADD, .width = 8, .a = 1}))            \
  X(operand_too_many, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_NOT, .width = 8, .a = 1, .b = 1}))   \
  X(sum_width, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_ADD, .width = 9, .a = 1, .b = 1}))          \
  X(compare_width, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_EQ, .width = 8, .a = 1, .b = 1}))       \
  X(input_width, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_INPUT, .width = 16}))                     \
  X(narrower, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_ZEXT, .width = 7, .a = 1}))                  \
  X(extract, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_EXTRACT, .width = 4, .a = 1, .imm = 5}))      \
  X(extract_far,                                                                                             \
    add_node(b, (struct omen_sym_node){.op = OMEN_SYM_EXTRACT, .width = 4, .a = 1, .imm = ~0ull}))           \
  X(concat, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_CONCAT, .width = 15, .a = 1, .b = 1}))         \
  X(choice, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_ITE, .width = 8, .a = 1, .b = 1, .c = 1}))     \
  X(no_table, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_LOOKUP, .width = 16, .a = 1, .imm = 1}))     \
  X(table_width, add_node(b, (struct omen_sym_node){.op = OMEN_SYM_LOOKUP, .width = 8, .a = 1}))             \
  X(no_format,                                                                                               \
    add_node(b, (struct omen_sym_node){.op = OMEN_SYM_FORMATTED, .width = 8, .a = 1, .imm = 1ull << 52}))    \
  X(element_width, b->tables[0].width = 24)                                                                  \
  X(table_outside, b->tables[0].offset = 2)                                                                  \
  X(table_far, b->tables[0].offset = ~0ull)                                                                  \
  X(empty_table, b->tables[0].elements = 0)                                                                  \
  X(step_kind, b->steps[0].kind = 6)                                                                         \
  X(step_taken, b->steps[0].taken = 2)                                                                       \
  X(step_node, b->steps[0].expr = b->n_nodes)                                                                \
  X(step_none, b->steps[0].expr = 0)                                                                         \
  X(step_width, b->steps[0].expr = 1)                                                                        \
  X(step_why, b->steps[1].why = 1u << 20)                                                                    \
  X(output_none, b->outputs[0].expr = 0)                                                                     \
  X(output_node, b->outputs[0].expr = b->n_nodes)                                                            \
  X(output_width, b->outputs[0].expr = b->steps[0].expr)                                                     \
  X(strings_open, b->strings.data[b->strings.len - 1] = 'x')                                                 \
  X(strings_first, b->strings.data[0] = 'x')
#define X(name, does)                                                                                        \
  static void damage_##name(struct build *b) { does; }
DAMAGES(X)
#undef X
static void test_refused(void **state) {
  (void)state;
#define X(name, does) refused(damage_##name, #name);
  DAMAGES(X)
#undef X
}

/* Everything that can be done with a trace, done. */
static void use(const struct omen_sym_trace *t) {
  uint8_t bytes[2] = {0x5a, 0xff};
  struct omen_input source = {
      .kind = OMEN_INPUT_STDIN, .name = (char *)"", .bytes = bytes, .len = 2, .symbolic = true};
  struct omen_inputs in = {.list = &source, .n = 1, .cap = 1};
  struct omen_sym_eval *e = omen_sym_eval_new(t);
  uint64_t value;
  omen_sym_eval_start(e, &in, NULL);
  for (uint32_t i = 1; i < t->n_nodes; i++) omen_sym_eval_node(e, i, &value);
  omen_sym_eval_free(e);
  omen_sym_check(t, &in);
  omen_sym_check_output(t, &in, 1, bytes, 2);
  for (uint32_t i = 0; i < t->n_steps; i++) assert_non_null(omen_sym_string(t, t->steps[i].why));
}
static void test_any_bytes(void **state) {
  (void)state;
  struct build b = {0};
  struct omen_buf file = {0};
  uint64_t seed = 1;
  int taken = 0;
  sample(&b);
  for (int i = 0; i < 40; i++) random_expr(&b, &seed, 1 + below(&seed, 100), 4, 3);
  build_file(&b, &file);
  uint8_t *copy = malloc(file.len);
  for (size_t n = 0; n < file.len; n += 1 + n / 64) {
    struct omen_sym_trace t;
    memcpy(copy, file.data, file.len);
    assert_int_equal(omen_sym_trace_parse(&t, copy, n, NULL), -1);
  }
  for (int round = 0; round < 20000; round++) {
    struct omen_sym_trace t;
    memcpy(copy, file.data, file.len);
    for (uint32_t k = 1 + below(&seed, 3); k--;) {
      uint32_t at =
          below(&seed, 4) ? below(&seed, (uint32_t)file.len) : below(&seed, sizeof(struct omen_sym_header));
      copy[at] = below(&seed, 2) ? (uint8_t)rnd(&seed) : (uint8_t)(copy[at] ^ 1u << below(&seed, 8));
    }
    if (omen_sym_trace_parse(&t, copy, file.len, NULL)) continue;
    taken++;
    use(&t);
    omen_sym_trace_release(&t);
  }
  assert_true(taken > 1000); /* else this tests nothing */
  free(copy);
  omen_buf_release(&file);
  build_release(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_read), cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_any_bytes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

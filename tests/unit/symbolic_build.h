/* Traces made by hand, and tiny programs that leave traces, for the tests of symbolic/. */
#ifndef OMEN_TEST_SYMBOLIC_BUILD_H
#define OMEN_TEST_SYMBOLIC_BUILD_H
#include "record/inputs.h"
#include "symbolic/trace.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline uint64_t rnd(uint64_t *state) { /* splitmix64 */
  uint64_t z = (*state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
static inline uint32_t below(uint64_t *state, uint32_t n) { return (uint32_t)(rnd(state) % n); }

struct build {
  struct omen_sym_node *nodes;
  uint32_t n_nodes, nodes_cap;
  struct omen_sym_step *steps;
  uint32_t n_steps, steps_cap;
  struct omen_sym_output *outputs;
  uint32_t n_outputs, outputs_cap;
  struct omen_sym_table *tables;
  uint32_t n_tables, tables_cap;
  struct omen_buf table_data, strings;
  uint32_t incomplete, stale;
};
static inline void build_release(struct build *b) {
  free(b->nodes), free(b->steps), free(b->outputs), free(b->tables);
  omen_buf_release(&b->table_data), omen_buf_release(&b->strings);
  memset(b, 0, sizeof *b);
}
/* As the runtime does: the same expression is one node. */
static inline uint32_t node(struct build *b, uint32_t op, uint32_t width, uint32_t a, uint32_t x, uint32_t c,
                            uint64_t imm) {
  struct omen_sym_node n = {.op = (uint16_t)op, .width = (uint16_t)width, .a = a, .b = x, .c = c, .imm = imm};
  if (!b->n_nodes) {
    OMEN_GROW(b->nodes, b->n_nodes, b->nodes_cap);
    memset(&b->nodes[b->n_nodes++], 0, sizeof n);
  }
  for (uint32_t i = 1; i < b->n_nodes; i++)
    if (!memcmp(&b->nodes[i], &n, sizeof n)) return i;
  OMEN_GROW(b->nodes, b->n_nodes, b->nodes_cap);
  b->nodes[b->n_nodes] = n;
  return b->n_nodes++;
}
static inline uint32_t konst(struct build *b, uint32_t width, uint64_t value) {
  return node(b, OMEN_SYM_CONST, width, 0, 0, 0, width < 64 ? value & omen_sym_mask(width) : value);
}
static inline uint32_t byte_in(struct build *b, uint32_t source, uint32_t offset) {
  return node(b, OMEN_SYM_INPUT, 8, 0, 0, 0, (uint64_t)source << 32 | offset);
}
static inline uint32_t two(struct build *b, uint32_t op, uint32_t a, uint32_t x) {
  uint32_t width = op >= OMEN_SYM_EQ && op <= OMEN_SYM_SLE ? 1
                   : op == OMEN_SYM_CONCAT                 ? (uint32_t)b->nodes[a].width + b->nodes[x].width
                                                           : b->nodes[a].width;
  return node(b, op, width, a, x, 0, 0);
}
static inline uint32_t widen(struct build *b, uint32_t op, uint32_t width, uint32_t a) {
  return node(b, op, width, a, 0, 0, 0);
}
static inline uint32_t text(struct build *b, const char *s) {
  if (!b->strings.len) omen_buf_add(&b->strings, "", 1);
  uint32_t at = (uint32_t)b->strings.len;
  omen_buf_add(&b->strings, s, strlen(s) + 1);
  return at;
}
static inline uint32_t table(struct build *b, uint32_t width, uint32_t elements, const void *data) {
  OMEN_GROW(b->tables, b->n_tables, b->tables_cap);
  b->tables[b->n_tables] = (struct omen_sym_table){elements, width, b->table_data.len};
  omen_buf_add(&b->table_data, data, (size_t)elements * width / 8);
  return b->n_tables++;
}
static inline void step(struct build *b, uint8_t kind, uint32_t expr, uint32_t taken, uint32_t site) {
  OMEN_GROW(b->steps, b->n_steps, b->steps_cap);
  b->steps[b->n_steps] = (struct omen_sym_step){
      .expr = expr, .kind = kind, .taken = (uint8_t)taken, .site = site, .event = b->n_steps};
  b->n_steps++;
}
static inline void output(struct build *b, uint32_t fd, uint64_t offset, uint32_t expr) {
  OMEN_GROW(b->outputs, b->n_outputs, b->outputs_cap);
  b->outputs[b->n_outputs++] = (struct omen_sym_output){fd, expr, offset};
}
static inline void build_section(struct omen_buf *out, const void *data, size_t n) {
  if (n) omen_buf_add(out, data, n);
  omen_buf_add(out, "\0\0\0\0\0\0\0", (8 - n % 8) % 8);
}
static inline void build_file(const struct build *b, struct omen_buf *out) {
  struct omen_sym_header h = {.magic = OMEN_SYM_MAGIC,
                              .nodes = b->n_nodes,
                              .steps = b->n_steps,
                              .outputs = b->n_outputs,
                              .tables = b->n_tables,
                              .table_bytes = b->table_data.len,
                              .string_bytes = b->strings.len,
                              .incomplete = b->incomplete,
                              .stale = b->stale,
                              .blocks = 12,
                              .covered_bytes = 2};
  omen_buf_add(out, &h, sizeof h);
  build_section(out, b->nodes, b->n_nodes * sizeof *b->nodes);
  build_section(out, b->steps, b->n_steps * sizeof *b->steps);
  build_section(out, b->outputs, b->n_outputs * sizeof *b->outputs);
  build_section(out, b->tables, b->n_tables * sizeof *b->tables);
  build_section(out, b->table_data.data, b->table_data.len);
  build_section(out, b->strings.data, b->strings.len);
  build_section(out, "\x05\x08", 2);
}
static inline void build_trace(const struct build *b, struct omen_sym_trace *t) {
  struct omen_buf file = {0};
  struct omen_err err = {0};
  build_file(b, &file);
  if (omen_sym_trace_parse(t, file.data, file.len, &err)) fail_msg("%s", err.msg);
  omen_buf_release(&file);
}
/* A random expression of `width` bits over the first `bytes` bytes of source 0. */
static inline uint32_t random_expr(struct build *b, uint64_t *state, uint32_t width, int depth,
                                   uint32_t bytes) {
  static const uint8_t binary[] = {OMEN_SYM_ADD,  OMEN_SYM_SUB,  OMEN_SYM_MUL, OMEN_SYM_UDIV, OMEN_SYM_SDIV,
                                   OMEN_SYM_UREM, OMEN_SYM_SREM, OMEN_SYM_SHL, OMEN_SYM_LSHR, OMEN_SYM_ASHR,
                                   OMEN_SYM_AND,  OMEN_SYM_OR,   OMEN_SYM_XOR};
  if (depth <= 0 || !below(state, 8)) {
    if (width == 8 && below(state, 4)) return byte_in(b, 0, below(state, bytes));
    if (width > 8 && below(state, 4))
      return widen(b, below(state, 2) ? OMEN_SYM_ZEXT : OMEN_SYM_SEXT, width,
                   byte_in(b, 0, below(state, bytes)));
    if (width < 8 && below(state, 4))
      return node(b, OMEN_SYM_EXTRACT, width, byte_in(b, 0, below(state, bytes)), 0, 0,
                  below(state, 9 - width));
    return konst(b, width, below(state, 2) ? below(state, 5) : rnd(state));
  }
  switch (below(state, 10)) {
  case 0: return node(b, OMEN_SYM_NOT, width, random_expr(b, state, width, depth - 1, bytes), 0, 0, 0);
  case 1:
    if (width > 1) {
      uint32_t from = 1 + below(state, width);
      return widen(b, below(state, 2) ? OMEN_SYM_ZEXT : OMEN_SYM_SEXT, width,
                   random_expr(b, state, from, depth - 1, bytes));
    }
    break;
  case 2:
    if (width < 480) {
      uint32_t from = width + below(state, 33);
      uint32_t a = random_expr(b, state, from, depth - 1, bytes);
      return node(b, OMEN_SYM_EXTRACT, width, a, 0, 0, below(state, from - width + 1));
    }
    break;
  case 3:
    if (width > 1) {
      uint32_t high = 1 + below(state, width - 1);
      uint32_t a = random_expr(b, state, high, depth - 1, bytes);
      return two(b, OMEN_SYM_CONCAT, a, random_expr(b, state, width - high, depth - 1, bytes));
    }
    break;
  case 4: {
    uint32_t c = random_expr(b, state, 1, depth - 1, bytes),
             a = random_expr(b, state, width, depth - 1, bytes);
    return node(b, OMEN_SYM_ITE, width, c, a, random_expr(b, state, width, depth - 1, bytes), 0);
  }
  case 5:
    if (width == 8 || width == 16 || width == 32 || width == 64) {
      uint64_t data[40];
      for (int i = 0; i < 40; i++) data[i] = below(state, 2) ? 0 : rnd(state);
      uint32_t index = random_expr(b, state, 1 + below(state, 12), depth - 1, bytes);
      return node(b, OMEN_SYM_LOOKUP, width, index, 0, 0, table(b, width, 1 + below(state, 40), data));
    }
    break;
  default: break;
  }
  if (width == 1 && below(state, 4)) {
    uint32_t w = 1 + below(state, 20), a = random_expr(b, state, w, depth - 1, bytes);
    return two(b, OMEN_SYM_EQ + below(state, 5), a, random_expr(b, state, w, depth - 1, bytes));
  }
  uint32_t a = random_expr(b, state, width, depth - 1, bytes);
  return two(b, binary[below(state, sizeof binary)], a, random_expr(b, state, width, depth - 1, bytes));
}
#endif

/* symbolic/: what other inputs would do. This room reads the file `symbolic` that a run of the symbolic
 * variant leaves (record/symbolic.h), evaluates its expressions, asks a solver for inputs that take another
 * way (search.h) and whether two orders of a race can print different things (compare.h). It starts no runs:
 * who does hands it traces and gets inputs. docs/symbolic.md has the whole.
 *
 * This file: the trace of one run. A trace that was read is sound: every operand is an earlier node, widths
 * fit their operations, tables and strings lie inside; all other files here rely on that. */
#ifndef OMEN_SYMBOLIC_TRACE_H
#define OMEN_SYMBOLIC_TRACE_H
#include "base/base.h"
#include "record/symbolic.h"

#define OMEN_SYM_MAX_WIDTH 512u
#define OMEN_SYM_UNKNOWN_SITE UINT32_MAX

struct omen_sym_trace {
  uint32_t n_nodes, n_steps, n_outputs, n_tables, n_blocks;
  const struct omen_sym_node *nodes;
  const struct omen_sym_step *steps;
  const struct omen_sym_output *outputs;
  const struct omen_sym_table *tables;
  const uint8_t *table_data;
  const char *strings;
  uint64_t string_bytes;
  const uint8_t *covered; /* one bit a block */
  uint32_t incomplete, stale, ended;
  void *data; /* all of the above lies in it */
  size_t size;
};
/* Copies the bytes. On failure the trace is empty (and may be released). */
int omen_sym_trace_parse(struct omen_sym_trace *t, const void *data, size_t size, struct omen_err *err);
int omen_sym_trace_read(struct omen_sym_trace *t, const char *path, struct omen_err *err);
void omen_sym_trace_release(struct omen_sym_trace *t);

int omen_sym_operands(uint32_t op);        /* how many it has: 0 to 3 */
const char *omen_sym_op_name(uint32_t op); /* "ADD" */
const char *omen_sym_kind_name(uint32_t kind);
static inline uint64_t omen_sym_mask(uint32_t width) { /* width: 1 to 64 */ return ~0ull >> (64 - width); }
/* Element i of a table, 0 behind its end: what LOOKUP means. */
uint64_t omen_sym_element(const struct omen_sym_trace *t, uint32_t table, uint64_t i);
/* Text at `offset` of the strings; "" for 0. */
const char *omen_sym_string(const struct omen_sym_trace *t, uint32_t offset);
static inline uint32_t omen_sym_input_source(const struct omen_sym_node *n) {
  return (uint32_t)(n->imm >> 32);
}
static inline uint32_t omen_sym_input_offset(const struct omen_sym_node *n) { return (uint32_t)n->imm; }
/* A step that says something that must hold for the run to go as it did. */
static inline bool omen_sym_constrains(const struct omen_sym_step *s) {
  return s->kind == OMEN_SYM_BRANCH_STEP || s->kind == OMEN_SYM_PIN_STEP || s->kind == OMEN_SYM_FAULT_STEP;
}
bool omen_sym_block_covered(const struct omen_sym_trace *t, uint32_t block);
#endif

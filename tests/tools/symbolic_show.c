/* symbolic_show REC: what the file `symbolic` of a derived recording says, in words; and whether it is right
 * about its run: every step must evaluate to what was taken, every byte of the output to what was written. */
#include "explore/internal.h"
#include "record/inputs.h"
#include "symbolic/eval.h"
#include "symbolic/trace.h"
#include <stdlib.h>
#include <string.h>

static struct omen_sym_trace trace;
static struct omen_inputs inputs;
static struct omen_result result;

static void expression(uint32_t e, int depth) {
  const struct omen_sym_node *n = &trace.nodes[e];
  switch (n->op) {
  case OMEN_SYM_CONST: printf("%llu", (unsigned long long)n->imm); return;
  case OMEN_SYM_INPUT: {
    const struct omen_input *i = &inputs.list[omen_sym_input_source(n)];
    static const char *const words[] = {"argc", "argv", "stdin", "env", "file", "socket"};
    printf("%s%s[%u]", words[i->kind], i->kind == OMEN_INPUT_ARGV ? i->name : "", omen_sym_input_offset(n));
    return;
  }
  }
  if (depth > 8) {
    printf("...");
    return;
  }
  printf("(%s%u", omen_sym_op_name(n->op), n->width);
  if (n->op == OMEN_SYM_EXTRACT) printf("@%llu", (unsigned long long)n->imm);
  if (n->op == OMEN_SYM_LOOKUP) printf(" table %llu", (unsigned long long)n->imm);
  if (n->op == OMEN_SYM_FORMATTED)
    printf(" \"%s\"@%u", omen_sym_string(&trace, (uint32_t)(n->imm >> 32)), (uint32_t)n->imm);
  const uint32_t operands[] = {n->a, n->b, n->c};
  for (int i = 0; i < omen_sym_operands(n->op); i++) {
    printf(" ");
    expression(operands[i], depth + 1);
  }
  printf(")");
}

static void show_steps(void) {
  for (uint32_t i = 0; i < trace.n_steps; i++) {
    const struct omen_sym_step *s = &trace.steps[i];
    printf("%s %d ", omen_sym_kind_name(s->kind), s->taken);
    if (s->expr) expression(s->expr, 0);
    printf("%s%s\n", s->why ? "  # " : "", omen_sym_string(&trace, s->why));
  }
}

static int check_outputs(void) {
  int wrong = 0;
  for (uint32_t fd = 0; fd < 64; fd++) {
    struct omen_buf text = {0};
    omen_result_text(&result, fd, &text);
    int64_t at = omen_sym_check_output(&trace, &inputs, fd, (const uint8_t *)text.data, text.len);
    if (at >= 0) {
      printf("WRONG: byte %lld of descriptor %u\n", (long long)at, fd);
      wrong = 1;
    }
    omen_buf_release(&text);
  }
  for (uint32_t i = 0; i < trace.n_outputs; i++) {
    printf("OUT %u %llu ", trace.outputs[i].fd, (unsigned long long)trace.outputs[i].offset);
    expression(trace.outputs[i].expr, 0);
    printf("\n");
  }
  return wrong;
}

int main(int argc, char **argv) {
  struct omen_err err;
  if (argc != 2) omen_die(2, "symbolic_show REC");
  char *path = omen_format("%s/symbolic", argv[1]), *in = omen_format("%s/inputs", argv[1]);
  char *out = omen_format("%s/outputs", argv[1]), *outcome = omen_format("%s/outcome", argv[1]);
  if (omen_sym_trace_read(&trace, path, &err) || omen_inputs_read(&inputs, in, &err) ||
      omen_file_read(outcome, &result.said, &err) || omen_file_read(out, &result.bytes, &err) ||
      omen_result_take(&result, &err))
    omen_die(3, "%s", err.msg);
  show_steps();
  int wrong = check_outputs();
  int64_t step = omen_sym_check(&trace, &inputs);
  if (step >= 0) {
    printf("WRONG: step %lld\n", (long long)step);
    wrong = 1;
  }
  uint32_t covered = 0;
  for (uint32_t i = 0; i < trace.n_blocks; i++) covered += omen_sym_block_covered(&trace, i);
  printf("%u nodes, %u steps, %u outputs, %u of %u blocks, stale %u, incomplete %u\n", trace.n_nodes,
         trace.n_steps, trace.n_outputs, covered, trace.n_blocks, trace.stale, trace.incomplete);
  omen_sym_trace_release(&trace);
  omen_inputs_release(&inputs);
  omen_result_release(&result);
  free(path);
  free(in);
  free(out);
  free(outcome);
  return wrong;
}

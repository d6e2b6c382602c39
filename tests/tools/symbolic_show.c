/* symbolic_show REC: what the file `symbolic` of a derived recording says, in words; and whether it is right
 * about its run: every step must evaluate to what was taken, every byte of the output to what was written.
 *
 * symbolic_show REC OTHER: whether it is right about another run of the same program. If all steps of REC
 * evaluate, with the inputs of OTHER, to what was taken, then OTHER must have written what the expressions
 * of REC's output are with its inputs. */
#include "explore/explore_parts.h"
#include "record/inputs.h"
#include "symbolic/eval.h"
#include "symbolic/trace.h"
#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"

static struct omen_sym_trace trace;
static struct omen_inputs inputs, others;
static struct omen_result result, other;

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

/* ---- another run ---- */

/* Formatted text is what it is: the number, formatted. */
static uint8_t byte_of(struct omen_sym_eval *e, uint32_t expr) {
  uint64_t v = 0;
  char text[600] = "";
  const struct omen_sym_node *n = &trace.nodes[expr];
  if (omen_sym_eval_node(e, expr, &v)) return (uint8_t)v;
  if (n->op != OMEN_SYM_FORMATTED || !omen_sym_eval_node(e, n->a, &v))
    omen_die(3, "what is expression %u?", expr);
  snprintf(text, sizeof text, omen_sym_string(&trace, (uint32_t)(n->imm >> 32)), (long)v);
  return (uint8_t)text[(uint32_t)n->imm];
}

static int compare_output(struct omen_sym_eval *e, uint32_t fd) {
  struct omen_buf was = {0}, is = {0};
  bool formatted = false;
  int wrong = 0;
  omen_result_text(&result, fd, &was);
  omen_result_text(&other, fd, &is);
  for (uint32_t i = 0; i < trace.n_outputs; i++) {
    const struct omen_sym_output *o = &trace.outputs[i];
    if (o->fd != fd || o->offset >= was.len) continue;
    was.data[o->offset] = (char)byte_of(e, o->expr);
    formatted |= trace.nodes[o->expr].op == OMEN_SYM_FORMATTED;
  }
  if (formatted && was.len != is.len) /* a number of more digits moves all behind it */
    printf("other lengths\n");
  else if (was.len != is.len || memcmp(was.data ? was.data : "", is.data ? is.data : "", is.len))
    wrong = printf("WRONG: descriptor %u: \"%.*s\", it would be \"%.*s\"\n", fd, (int)is.len, is.data,
                   (int)was.len, was.data);
  omen_buf_release(&was);
  omen_buf_release(&is);
  return wrong != 0;
}

/* Where a stream or file ends is no decision of the trace. */
static bool same_lengths(void) {
  for (size_t i = 0; i < inputs.n; i++)
    if (i >= others.n ||
        (!omen_inputs_is_string(inputs.list[i].kind) && inputs.list[i].len != others.list[i].len))
      return false;
  return true;
}

static int compare(void) {
  if (!same_lengths()) {
    printf("another way: as long as the input is\n");
    return 0;
  }
  struct omen_sym_eval *e = omen_sym_eval_new(&trace);
  int wrong = 0;
  omen_sym_eval_start(e, &others, NULL);
  for (uint32_t i = 0; i < trace.n_steps; i++)
    if (omen_sym_constrains(&trace.steps[i]) &&
        omen_sym_eval_bit(e, trace.steps[i].expr) != trace.steps[i].taken) {
      printf("another way at step %u\n", i);
      omen_sym_eval_free(e);
      return 0;
    }
  for (uint32_t fd = 1; fd < 3; fd++) wrong |= compare_output(e, fd);
  printf("the same way\n");
  omen_sym_eval_free(e);
  return wrong;
}

static void read_run(const char *dir, struct omen_inputs *in, struct omen_result *r) {
  struct omen_err err;
  char *i = omen_format("%s/inputs", dir), *out = omen_format("%s/outputs", dir);
  char *outcome = omen_format("%s/outcome", dir);
  if (omen_inputs_read(in, i, &err) || omen_file_read(outcome, &r->said, &err) ||
      omen_file_read(out, &r->bytes, &err) || omen_result_take(r, &err))
    omen_die(3, "%s", err.msg);
  free(i);
  free(out);
  free(outcome);
}

static int show(void) {
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
  return wrong;
}

int main(int argc, char **argv) {
  struct omen_err err;
  if (argc != 2 && argc != 3) omen_die(2, "symbolic_show REC [OTHER]");
  char *path = omen_format("%s/symbolic", argv[1]);
  if (omen_sym_trace_read(&trace, path, &err)) omen_die(3, "%s", err.msg);
  read_run(argv[1], &inputs, &result);
  if (argc == 3) read_run(argv[2], &others, &other);
  int wrong = argc == 3 ? compare() : show();
  omen_sym_trace_release(&trace);
  omen_inputs_release(&inputs);
  omen_inputs_release(&others);
  omen_result_release(&result);
  omen_result_release(&other);
  free(path);
  return wrong;
}

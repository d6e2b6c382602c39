/* The evaluator. Expressions may be a million nodes deep (a checksum over a file), so nothing here recurses:
 * a stack of our own holds what waits for its operands. */
#include "symbolic/eval.h"
#include "symbolic/value.h"
#include <stdlib.h>
#include <string.h>

struct omen_sym_eval {
  const struct omen_sym_trace *t;
  const struct omen_inputs *in;
  const struct omen_sym_model *over;
  uint32_t *at;    /* by node: where its limbs are */
  uint64_t *limbs; /* values of this round */
  uint32_t *round_of, round;
  uint8_t *unknown;
  uint32_t *stack;
  size_t depth, cap;
};

void omen_sym_model_release(struct omen_sym_model *m) {
  free(m->list);
  memset(m, 0, sizeof *m);
}
/* Where it is, or where it would be. */
static uint32_t find(const struct omen_sym_model *m, uint32_t source, uint32_t offset) {
  uint32_t low = 0, high = m->n;
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    const struct omen_sym_byte *b = &m->list[mid];
    if (b->source < source || (b->source == source && b->offset < offset))
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}
static bool is_at(const struct omen_sym_model *m, uint32_t i, uint32_t source, uint32_t offset) {
  return i < m->n && m->list[i].source == source && m->list[i].offset == offset;
}
void omen_sym_model_set(struct omen_sym_model *m, uint32_t source, uint32_t offset, uint8_t value) {
  uint32_t i = find(m, source, offset);
  if (!is_at(m, i, source, offset)) {
    OMEN_GROW(m->list, m->n, m->cap);
    memmove(m->list + i + 1, m->list + i, (m->n - i) * sizeof *m->list);
    m->n++;
  }
  m->list[i] = (struct omen_sym_byte){source, offset, value};
}
void omen_sym_model_copy(struct omen_sym_model *to, const struct omen_sym_model *from) {
  *to = (struct omen_sym_model){.n = from->n, .cap = from->n};
  if (!from->n) return;
  to->list = omen_xmalloc(from->n * sizeof *to->list);
  memcpy(to->list, from->list, from->n * sizeof *to->list);
}

uint8_t omen_sym_byte_of(const struct omen_inputs *in, const struct omen_sym_model *over, uint32_t source,
                         uint32_t offset) {
  if (over && over->n) {
    uint32_t i = find(over, source, offset);
    if (is_at(over, i, source, offset)) return over->list[i].value;
  }
  if (source >= in->n || offset >= in->list[source].len) return 0;
  return in->list[source].bytes[offset];
}

struct omen_sym_eval *omen_sym_eval_new(const struct omen_sym_trace *t) {
  struct omen_sym_eval *e = omen_xcalloc(1, sizeof *e);
  e->t = t;
  e->at = omen_xmalloc(((size_t)t->n_nodes + 1) * sizeof *e->at);
  e->round_of = omen_xcalloc((size_t)t->n_nodes + 1, sizeof *e->round_of);
  e->unknown = omen_xcalloc((size_t)t->n_nodes + 1, 1);
  size_t limbs = 0;
  for (uint32_t i = 0; i < t->n_nodes; i++) {
    e->at[i] = (uint32_t)limbs;
    limbs += omen_sym_limbs(i ? t->nodes[i].width : 1);
    if (limbs > UINT32_MAX - OMEN_SYM_LIMBS) omen_die(OMEN_EXIT_FAILED, "expressions of more than 32 GB");
  }
  e->limbs = omen_xcalloc(limbs + 1, sizeof *e->limbs);
  return e;
}
void omen_sym_eval_free(struct omen_sym_eval *e) {
  if (!e) return;
  free(e->at), free(e->limbs), free(e->round_of), free(e->unknown), free(e->stack);
  free(e);
}
void omen_sym_eval_start(struct omen_sym_eval *e, const struct omen_inputs *in,
                         const struct omen_sym_model *over) {
  e->in = in, e->over = over;
  if (++e->round == 0) {
    memset(e->round_of, 0, ((size_t)e->t->n_nodes + 1) * sizeof *e->round_of);
    e->round = 1;
  }
}

static void compute(struct omen_sym_eval *e, uint32_t i) {
  const struct omen_sym_node *n = &e->t->nodes[i];
  uint64_t *out = e->limbs + e->at[i];
  const uint64_t *a = e->limbs + e->at[n->a], *b = e->limbs + e->at[n->b], *c = e->limbs + e->at[n->c];
  uint32_t wa = e->t->nodes[n->a].width, wb = e->t->nodes[n->b].width, limbs = omen_sym_limbs(n->width);
  switch ((enum omen_sym_op)n->op) {
  case OMEN_SYM_CONST:
    memset(out, 0, limbs * sizeof *out);
    *out = n->width < 64 ? n->imm & omen_sym_mask(n->width) : n->imm;
    break;
  case OMEN_SYM_INPUT:
    *out = omen_sym_byte_of(e->in, e->over, omen_sym_input_source(n), omen_sym_input_offset(n));
    break;
  case OMEN_SYM_NOT: omen_sym_not(n->width, a, out); break;
  case OMEN_SYM_ZEXT: omen_sym_zext(n->width, wa, a, out); break;
  case OMEN_SYM_SEXT: omen_sym_sext(n->width, wa, a, out); break;
  case OMEN_SYM_EXTRACT: omen_sym_extract(n->width, wa, n->imm, a, out); break;
  case OMEN_SYM_CONCAT: omen_sym_concat(wa, a, wb, b, out); break;
  case OMEN_SYM_ITE: memcpy(out, *a ? b : c, limbs * sizeof *out); break;
  case OMEN_SYM_LOOKUP: {
    uint64_t index = *a;
    for (uint32_t k = 1; k < omen_sym_limbs(wa); k++)
      if (a[k]) index = UINT64_MAX;
    *out = omen_sym_element(e->t, (uint32_t)n->imm, index);
    break;
  }
  case OMEN_SYM_FORMATTED:
  case OMEN_SYM_NONE:
  case OMEN_SYM_OP_COUNT: *out = 0; break;
  default: omen_sym_binary(n->op, wa, a, b, out);
  }
  int k = omen_sym_operands(n->op);
  e->unknown[i] = n->op == OMEN_SYM_FORMATTED || (k > 0 && e->unknown[n->a]) || (k > 1 && e->unknown[n->b]) ||
                  (k > 2 && e->unknown[n->c]);
  e->round_of[i] = e->round;
}
static void push(struct omen_sym_eval *e, uint32_t node) {
  OMEN_GROW(e->stack, e->depth, e->cap);
  e->stack[e->depth++] = node;
}
static void reach(struct omen_sym_eval *e, uint32_t node) {
  if (e->round_of[node] == e->round) return;
  push(e, node);
  while (e->depth) {
    uint32_t i = e->stack[e->depth - 1];
    const struct omen_sym_node *n = &e->t->nodes[i];
    uint32_t operand[3] = {n->a, n->b, n->c};
    size_t before = e->depth;
    for (int k = 0; k < omen_sym_operands(n->op); k++)
      if (e->round_of[operand[k]] != e->round) push(e, operand[k]);
    if (e->depth != before) continue;
    if (e->round_of[i] != e->round) compute(e, i);
    e->depth--;
  }
}

const uint64_t *omen_sym_eval_limbs(struct omen_sym_eval *e, uint32_t node) {
  reach(e, node);
  return e->limbs + e->at[node];
}
bool omen_sym_eval_node(struct omen_sym_eval *e, uint32_t node, uint64_t *value) {
  *value = *omen_sym_eval_limbs(e, node);
  return !e->unknown[node];
}
int omen_sym_eval_bit(struct omen_sym_eval *e, uint32_t node) {
  uint64_t v;
  return omen_sym_eval_node(e, node, &v) ? (int)(v & 1) : -1;
}

int64_t omen_sym_check(const struct omen_sym_trace *t, const struct omen_inputs *in) {
  struct omen_sym_eval *e = omen_sym_eval_new(t);
  omen_sym_eval_start(e, in, NULL);
  int64_t wrong = -1;
  for (uint32_t i = 0; i < t->n_steps && wrong < 0; i++) {
    const struct omen_sym_step *s = &t->steps[i];
    int is = omen_sym_constrains(s) ? omen_sym_eval_bit(e, s->expr) : -1;
    if (is >= 0 && is != s->taken) wrong = i;
  }
  omen_sym_eval_free(e);
  return wrong;
}
int64_t omen_sym_check_output(const struct omen_sym_trace *t, const struct omen_inputs *in, uint32_t fd,
                              const uint8_t *bytes, uint64_t len) {
  struct omen_sym_eval *e = omen_sym_eval_new(t);
  omen_sym_eval_start(e, in, NULL);
  int64_t wrong = -1;
  for (uint32_t i = 0; i < t->n_outputs && wrong < 0; i++) {
    const struct omen_sym_output *o = &t->outputs[i];
    uint64_t v;
    if (o->fd == fd && omen_sym_eval_node(e, o->expr, &v) && (o->offset >= len || bytes[o->offset] != v))
      wrong = (int64_t)o->offset;
  }
  omen_sym_eval_free(e);
  return wrong;
}

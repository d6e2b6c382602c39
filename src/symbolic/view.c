/* See view.h. */
#include "symbolic/view.h"
#include "symbolic/value.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t both[2] = {a, b};
  return XXH3_64bits(both, sizeof both);
}
/* Tables and formats are named by numbers that another trace may use for others: their contents count. */
static uint64_t immediate(const struct omen_sym_trace *t, const struct omen_sym_node *n) {
  if (n->op == OMEN_SYM_LOOKUP) {
    const struct omen_sym_table *tab = &t->tables[n->imm];
    return XXH3_64bits_withSeed(t->table_data + tab->offset, (size_t)tab->elements * (tab->width / 8),
                                tab->width);
  }
  if (n->op == OMEN_SYM_FORMATTED) {
    const char *format = omen_sym_string(t, (uint32_t)(n->imm >> 32));
    return XXH3_64bits_withSeed(format, strlen(format), n->imm & 0xffffffff);
  }
  if (n->op == OMEN_SYM_CONST && n->width < 64) return n->imm & omen_sym_mask(n->width);
  return n->imm;
}
struct omen_sym_view *omen_sym_view_new(const struct omen_sym_trace *t) {
  struct omen_sym_view *v = omen_xcalloc(1, sizeof *v);
  v->t = t;
  v->eval = omen_sym_eval_new(t);
  v->hash = omen_xcalloc((size_t)t->n_nodes + 1, sizeof *v->hash);
  v->mark = omen_xcalloc((size_t)t->n_nodes + 1, sizeof *v->mark);
  uint64_t *tables = omen_xcalloc((size_t)t->n_tables + 1, sizeof *tables);
  for (uint32_t i = 1; i < t->n_nodes; i++) {
    const struct omen_sym_node *n = &t->nodes[i];
    uint64_t imm;
    if (n->op == OMEN_SYM_LOOKUP) {
      if (!tables[n->imm]) tables[n->imm] = immediate(t, n) | 1;
      imm = tables[n->imm];
    } else
      imm = immediate(t, n);
    uint64_t parts[5] = {(uint64_t)n->op << 16 | n->width, n->a ? v->hash[n->a] : 0, n->b ? v->hash[n->b] : 0,
                         n->c ? v->hash[n->c] : 0, imm};
    v->hash[i] = XXH3_64bits(parts, sizeof parts);
  }
  free(tables);
  return v;
}
void omen_sym_view_free(struct omen_sym_view *v) {
  if (!v) return;
  omen_sym_eval_free(v->eval);
  free(v->hash), free(v->mark), free(v->terms), free(v->stack);
  free(v);
}

uint64_t omen_sym_literal_hash(const struct omen_sym_literal *l) {
  uint64_t h = mix(l->view->hash[l->expr], l->want);
  if (!l->pair) return h;
  return mix(h, l->other_view ? mix(1, l->other_view->hash[l->other]) : mix(2, l->other));
}
int omen_sym_literal_eval(const struct omen_sym_literal *l) {
  uint64_t value, other = l->other;
  if (!omen_sym_eval_node(l->view->eval, l->expr, &value)) return -1;
  if (!l->pair) return (value & 1) == l->want;
  if (!l->other_view) return (value == other) == l->want;
  if (!omen_sym_eval_node(l->other_view->eval, (uint32_t)l->other, &other)) return -1;
  uint32_t limbs = omen_sym_limbs(l->view->t->nodes[l->expr].width);
  bool same = !memcmp(omen_sym_eval_limbs(l->view->eval, l->expr),
                      omen_sym_eval_limbs(l->other_view->eval, (uint32_t)l->other), limbs * sizeof(uint64_t));
  return same == l->want;
}
int omen_sym_literals_hold(const struct omen_sym_literal *l, size_t n, const struct omen_inputs *in,
                           const struct omen_sym_model *over) {
  for (size_t i = 0; i < n; i++) { /* few views, so that a second start of one does no harm */
    if (!i || l[i].view != l[i - 1].view) omen_sym_eval_start(l[i].view->eval, in, over);
    if (l[i].other_view && l[i].other_view != l[i].view) omen_sym_eval_start(l[i].other_view->eval, in, over);
  }
  int all = 1;
  for (size_t i = 0; i < n; i++) {
    int is = omen_sym_literal_eval(&l[i]);
    if (!is) return 0;
    if (is < 0) all = -1;
  }
  return all;
}
void omen_sym_literals_add(struct omen_sym_literals *l, struct omen_sym_literal literal) {
  OMEN_GROW(l->list, l->n, l->cap);
  l->list[l->n++] = literal;
}
void omen_sym_literals_release(struct omen_sym_literals *l) {
  free(l->list);
  memset(l, 0, sizeof *l);
}

static void push(struct omen_sym_view *v, size_t *depth, uint32_t node) {
  if (v->mark[node] == v->turn) return;
  v->mark[node] = v->turn;
  OMEN_GROW(v->stack, *depth, v->cap);
  v->stack[(*depth)++] = node;
}
static size_t gather(struct omen_sym_view *v, uint32_t root, struct omen_sym_model *out) {
  size_t depth = 0, met = 0;
  push(v, &depth, root);
  while (depth) {
    const struct omen_sym_node *n = &v->t->nodes[v->stack[--depth]];
    met++;
    if (n->op == OMEN_SYM_INPUT) {
      OMEN_GROW(out->list, out->n, out->cap);
      out->list[out->n++] = (struct omen_sym_byte){omen_sym_input_source(n), omen_sym_input_offset(n), 0};
    }
    uint32_t operand[3] = {n->a, n->b, n->c};
    for (int k = 0; k < omen_sym_operands(n->op); k++) push(v, &depth, operand[k]);
  }
  return met;
}
static void next_turn(struct omen_sym_view *v) {
  if (++v->turn) return;
  memset(v->mark, 0, ((size_t)v->t->n_nodes + 1) * sizeof *v->mark);
  v->turn = 1;
}
static int by_place(const void *pa, const void *pb) {
  const struct omen_sym_byte *a = pa, *b = pb;
  if (a->source != b->source) return a->source < b->source ? -1 : 1;
  return a->offset < b->offset ? -1 : a->offset > b->offset;
}
size_t omen_sym_literals_inputs(const struct omen_sym_literal *l, size_t n, struct omen_sym_model *out) {
  for (size_t i = 0; i < n; i++) {
    if (!i || l[i].view != l[i - 1].view) next_turn(l[i].view);
    if (l[i].other_view) next_turn(l[i].other_view);
  }
  size_t met = 0;
  for (size_t i = 0; i < n; i++) {
    met += gather(l[i].view, l[i].expr, out);
    if (l[i].other_view) met += gather(l[i].other_view, (uint32_t)l[i].other, out);
  }
  if (out->n) qsort(out->list, out->n, sizeof *out->list, by_place);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < out->n; i++)
    if (!kept || by_place(&out->list[kept - 1], &out->list[i])) out->list[kept++] = out->list[i];
  out->n = kept;
  return met;
}

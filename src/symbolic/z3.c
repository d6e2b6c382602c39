/* Translation of expressions into Z3's, and questions.
 *
 * Expressions of one bit are Booleans there: conditions are most of what there is, and Z3 need not turn them
 * to and fro. A table becomes a tree of choices by the bits of the index, with equal halves made one (tables
 * of character classes have many). Formatted text is a function without a meaning, named by format, place and
 * width: equal arguments give equal text, and no more is known.
 *
 * Terms live as long as the context; when many were made it is made anew (`generation`). */
#include "symbolic/z3.h"
#include "symbolic/z3_api.h"
#include <stdlib.h>
#include <string.h>

/* What is allowed a millisecond, of Z3's own count of its steps (about 1.5 million a second where it was
 * measured, on bit vectors). It decides, so that a question has the same answer on a busy machine; the clock
 * is for what that does not count. */
#define STEPS_A_MILLISECOND 1500u
#define CLOCK_FACTOR 60u
#define MANY_TERMS 4000000u

struct omen_z3 {
  const struct omen_z3_api *f;
  Z3_context c;
  uint64_t generation, terms;
  uint32_t *stack;
  size_t cap;
};

static uint64_t generations; /* over all contexts: a view's terms are of one of them */

static void ignore(Z3_context c, Z3_error_code e) { (void)c, (void)e; }
static void open_context(struct omen_z3 *z) {
  Z3_config config = z->f->mk_config();
  z->c = z->f->mk_context(config);
  z->f->del_config(config);
  z->f->set_error_handler(z->c, ignore);
  z->generation = ++generations;
  z->terms = 0;
}
struct omen_z3 *omen_z3_new(struct omen_err *err) {
  const struct omen_z3_api *f = omen_z3_load(err);
  if (!f) return NULL;
  struct omen_z3 *z = omen_xcalloc(1, sizeof *z);
  z->f = f;
  open_context(z);
  return z;
}
void omen_z3_free(struct omen_z3 *z) {
  if (!z) return;
  z->f->del_context(z->c);
  free(z->stack);
  free(z);
}

static Z3_ast number(struct omen_z3 *z, uint64_t value, uint32_t width) {
  const struct omen_z3_api *f = z->f;
  if (width <= 64) return f->mk_unsigned_int64(z->c, value, f->mk_bv_sort(z->c, width));
  return f->mk_zero_ext(z->c, width - 64, f->mk_unsigned_int64(z->c, value, f->mk_bv_sort(z->c, 64)));
}
static Z3_ast to_bits(struct omen_z3 *z, Z3_ast a, uint32_t width) {
  return width == 1 ? z->f->mk_ite(z->c, a, number(z, 1, 1), number(z, 0, 1)) : a;
}
static Z3_ast from_bits(struct omen_z3 *z, Z3_ast a, uint32_t width) {
  return width == 1 ? z->f->mk_eq(z->c, a, number(z, 1, 1)) : a;
}
static Z3_ast input(struct omen_z3 *z, uint32_t source, uint32_t offset) {
  char name[32];
  snprintf(name, sizeof name, "i%u.%u", source, offset);
  return z->f->mk_const(z->c, z->f->mk_string_symbol(z->c, name), z->f->mk_bv_sort(z->c, 8));
}
static Z3_ast formatted(struct omen_z3 *z, const struct omen_sym_trace *t, const struct omen_sym_node *n,
                        Z3_ast a) {
  uint32_t width = t->nodes[n->a].width;
  char *name =
      omen_format("f%u.%u.%s", (uint32_t)n->imm, width, omen_sym_string(t, (uint32_t)(n->imm >> 32)));
  Z3_sort from = z->f->mk_bv_sort(z->c, width), to = z->f->mk_bv_sort(z->c, 8);
  Z3_func_decl d = z->f->mk_func_decl(z->c, z->f->mk_string_symbol(z->c, name), 1, &from, to);
  free(name);
  Z3_ast argument = to_bits(z, a, width);
  return z->f->mk_app(z->c, d, 1, &argument);
}

/* Elements [from, from + 2^bits) of a table, chosen by the low bits of an index. */
static Z3_ast choose(struct omen_z3 *z, const struct omen_sym_trace *t, uint32_t table, uint64_t from,
                     uint32_t bits, Z3_ast index) {
  if (!bits || from >= t->tables[table].elements) {
    return number(z, omen_sym_element(t, table, from), t->tables[table].width);
  }
  uint32_t bit = bits - 1;
  Z3_ast low = choose(z, t, table, from, bit, index),
         high = choose(z, t, table, from + (1ull << bit), bit, index);
  if (z->f->is_eq_ast(z->c, low, high)) return low;
  Z3_ast set = z->f->mk_eq(z->c, z->f->mk_extract(z->c, bit, bit, index), number(z, 1, 1));
  z->terms++;
  return z->f->mk_ite(z->c, set, high, low);
}
static Z3_ast lookup(struct omen_z3 *z, const struct omen_sym_trace *t, const struct omen_sym_node *n,
                     Z3_ast a) {
  uint32_t elements = t->tables[n->imm].elements, width = t->nodes[n->a].width, bits = 0;
  while (bits < 32 && 1ull << bits < elements) bits++;
  Z3_ast index = to_bits(z, a, width);
  if (bits > width) return choose(z, t, (uint32_t)n->imm, 0, width, index);
  Z3_ast found = choose(z, t, (uint32_t)n->imm, 0, bits, index);
  if (bits == width) return found;
  Z3_ast above = z->f->mk_extract(z->c, width - 1, bits, index);
  Z3_ast inside = z->f->mk_eq(z->c, above, number(z, 0, width - bits));
  return z->f->mk_ite(z->c, inside, found, number(z, 0, n->width));
}

/* Operations on single bits, as Booleans. NULL: it has no such form. */
static Z3_ast boolean(struct omen_z3 *z, uint32_t op, Z3_ast a, Z3_ast b) {
  const struct omen_z3_api *f = z->f;
  Z3_ast both[2] = {a, b};
  switch (op) {
  case OMEN_SYM_ADD:
  case OMEN_SYM_SUB:
  case OMEN_SYM_XOR: return f->mk_xor(z->c, a, b);
  case OMEN_SYM_MUL:
  case OMEN_SYM_AND: return f->mk_and(z->c, 2, both);
  case OMEN_SYM_OR: return f->mk_or(z->c, 2, both);
  case OMEN_SYM_EQ: return f->mk_eq(z->c, a, b);
  default: return NULL;
  }
}
static Z3_ast binary(struct omen_z3 *z, uint32_t op, Z3_ast a, Z3_ast b) {
  const struct omen_z3_api *f = z->f;
  switch (op) {
  case OMEN_SYM_ADD: return f->mk_bvadd(z->c, a, b);
  case OMEN_SYM_SUB: return f->mk_bvsub(z->c, a, b);
  case OMEN_SYM_MUL: return f->mk_bvmul(z->c, a, b);
  case OMEN_SYM_UDIV: return f->mk_bvudiv(z->c, a, b);
  case OMEN_SYM_SDIV: return f->mk_bvsdiv(z->c, a, b);
  case OMEN_SYM_UREM: return f->mk_bvurem(z->c, a, b);
  case OMEN_SYM_SREM: return f->mk_bvsrem(z->c, a, b);
  case OMEN_SYM_SHL: return f->mk_bvshl(z->c, a, b);
  case OMEN_SYM_LSHR: return f->mk_bvlshr(z->c, a, b);
  case OMEN_SYM_ASHR: return f->mk_bvashr(z->c, a, b);
  case OMEN_SYM_AND: return f->mk_bvand(z->c, a, b);
  case OMEN_SYM_OR: return f->mk_bvor(z->c, a, b);
  case OMEN_SYM_XOR: return f->mk_bvxor(z->c, a, b);
  case OMEN_SYM_EQ: return f->mk_eq(z->c, a, b);
  case OMEN_SYM_ULT: return f->mk_bvult(z->c, a, b);
  case OMEN_SYM_ULE: return f->mk_bvule(z->c, a, b);
  case OMEN_SYM_SLT: return f->mk_bvslt(z->c, a, b);
  default: return f->mk_bvsle(z->c, a, b);
  }
}
static Z3_ast make(struct omen_z3 *z, struct omen_sym_view *v, const struct omen_sym_node *n) {
  const struct omen_z3_api *f = z->f;
  const struct omen_sym_trace *t = v->t;
  Z3_ast a = v->terms[n->a], b = v->terms[n->b], c = v->terms[n->c];
  uint32_t wa = t->nodes[n->a].width, wb = t->nodes[n->b].width, w = n->width;
  switch ((enum omen_sym_op)n->op) {
  case OMEN_SYM_CONST:
    if (w == 1) return n->imm & 1 ? f->mk_true(z->c) : f->mk_false(z->c);
    return number(z, w < 64 ? n->imm & omen_sym_mask(w) : n->imm, w);
  case OMEN_SYM_INPUT: return input(z, omen_sym_input_source(n), omen_sym_input_offset(n));
  case OMEN_SYM_NOT: return w == 1 ? f->mk_not(z->c, a) : f->mk_bvnot(z->c, a);
  case OMEN_SYM_ZEXT: return w == wa ? a : f->mk_zero_ext(z->c, w - wa, to_bits(z, a, wa));
  case OMEN_SYM_SEXT: return w == wa ? a : f->mk_sign_ext(z->c, w - wa, to_bits(z, a, wa));
  case OMEN_SYM_EXTRACT:
    if (w == wa) return a;
    return from_bits(z, f->mk_extract(z->c, (unsigned)n->imm + w - 1, (unsigned)n->imm, a), w);
  case OMEN_SYM_CONCAT: return f->mk_concat(z->c, to_bits(z, a, wa), to_bits(z, b, wb));
  case OMEN_SYM_ITE: return f->mk_ite(z->c, a, b, c);
  case OMEN_SYM_LOOKUP: return lookup(z, t, n, a);
  case OMEN_SYM_FORMATTED: return formatted(z, t, n, a);
  default: break;
  }
  Z3_ast simple = wa == 1 ? boolean(z, n->op, a, b) : NULL;
  if (simple) return simple;
  Z3_ast r = binary(z, n->op, to_bits(z, a, wa), to_bits(z, b, wb));
  return n->op >= OMEN_SYM_EQ ? r : from_bits(z, r, w);
}

/* The term of a node. Without recursion: see eval.c. */
static Z3_ast term(struct omen_z3 *z, struct omen_sym_view *v, uint32_t node) {
  if (v->generation != z->generation) {
    free(v->terms);
    v->terms = omen_xcalloc((size_t)v->t->n_nodes + 1, sizeof *v->terms);
    v->generation = z->generation;
  }
  size_t depth = 0;
  OMEN_GROW(z->stack, depth, z->cap);
  z->stack[depth++] = node;
  while (depth) {
    uint32_t i = z->stack[depth - 1];
    const struct omen_sym_node *n = &v->t->nodes[i];
    uint32_t operand[3] = {n->a, n->b, n->c};
    size_t before = depth;
    for (int k = 0; k < omen_sym_operands(n->op); k++)
      if (!v->terms[operand[k]]) {
        OMEN_GROW(z->stack, depth, z->cap);
        z->stack[depth++] = operand[k];
      }
    if (depth != before) continue;
    if (!v->terms[i]) v->terms[i] = make(z, v, n), z->terms++;
    depth--;
  }
  return v->terms[node];
}
static Z3_ast condition(struct omen_z3 *z, const struct omen_sym_literal *l) {
  Z3_ast a = term(z, l->view, l->expr);
  if (l->pair) {
    uint32_t width = l->view->t->nodes[l->expr].width;
    Z3_ast b = l->other_view ? term(z, l->other_view, (uint32_t)l->other)
                             : from_bits(z, number(z, l->other, width), width);
    a = z->f->mk_eq(z->c, a, b);
  }
  return l->want ? a : z->f->mk_not(z->c, a);
}

static uint32_t kind_of(const struct omen_z3_query *q, const struct omen_sym_byte *b) {
  return b->source < q->inputs->n ? q->inputs->list[b->source].kind : OMEN_INPUT_STDIN;
}
/* A string's bytes behind a zero are zeros, too. */
static void string_conditions(struct omen_z3 *z, Z3_solver s, const struct omen_z3_query *q) {
  const struct omen_z3_api *f = z->f;
  Z3_ast zero = number(z, 0, 8);
  for (uint32_t i = 0; i + 1 < q->bytes->n; i++) {
    const struct omen_sym_byte *b = &q->bytes->list[i];
    if (b[1].source != b->source || !omen_inputs_is_string(kind_of(q, b))) continue;
    Z3_ast ends = f->mk_eq(z->c, input(z, b->source, b->offset), zero);
    Z3_ast next = f->mk_eq(z->c, input(z, b[1].source, b[1].offset), zero);
    f->solver_assert(z->c, s, f->mk_implies(z->c, ends, next));
  }
}
static void between(struct omen_z3 *z, Z3_solver s, Z3_ast a, uint8_t low, uint8_t high) {
  z->f->solver_assert(z->c, s, z->f->mk_bvule(z->c, number(z, low, 8), a));
  z->f->solver_assert(z->c, s, z->f->mk_bvule(z->c, a, number(z, high, 8)));
}
static bool is_number(const struct omen_input *i) {
  for (size_t k = 0; k < i->len; k++)
    if (i->bytes[k] < '0' || i->bytes[k] > '9') return false;
  return i->len != 0;
}
/* A byte behind a string's end: still zero, or one that fits what is before it. */
static void gentle_end(struct omen_z3 *z, Z3_solver s, const struct omen_z3_query *q,
                       const struct omen_sym_byte *b) {
  const struct omen_z3_api *f = z->f;
  const struct omen_input *i = &q->inputs->list[b->source];
  Z3_ast a = input(z, b->source, b->offset), zero = f->mk_eq(z->c, a, number(z, 0, 8));
  bool digits = is_number(i);
  Z3_ast range[2] = {f->mk_bvule(z->c, number(z, digits ? '0' : ' ', 8), a),
                     f->mk_bvule(z->c, a, number(z, digits ? '9' : '~', 8))};
  Z3_ast either[2] = {zero, f->mk_and(z->c, 2, range)};
  bool may = q->gentle > 1 && b->offset < i->len + 2;
  f->solver_assert(z->c, s, may ? f->mk_or(z->c, 2, either) : zero);
}
static void gentle_conditions(struct omen_z3 *z, Z3_solver s, const struct omen_z3_query *q) {
  for (uint32_t i = 0; i < q->bytes->n; i++) {
    const struct omen_sym_byte *b = &q->bytes->list[i];
    uint8_t now = omen_sym_byte_of(q->inputs, NULL, b->source, b->offset);
    Z3_ast a = input(z, b->source, b->offset);
    if (now >= '0' && now <= '9')
      between(z, s, a, '0', '9');
    else if (now >= ' ' && now <= '~')
      between(z, s, a, ' ', '~');
    else if (!now && omen_inputs_is_string(kind_of(q, b)))
      gentle_end(z, s, q, b);
  }
}
static void argc_conditions(struct omen_z3 *z, Z3_solver s, const struct omen_z3_query *q) {
  const struct omen_z3_api *f = z->f;
  for (uint32_t i = 0; i < q->bytes->n; i++) {
    if (kind_of(q, &q->bytes->list[i]) != OMEN_INPUT_ARGC) continue;
    uint32_t source = q->bytes->list[i].source;
    Z3_ast all = input(z, source, 0);
    for (uint32_t k = 1; k < 4; k++) all = f->mk_concat(z->c, input(z, source, k), all);
    f->solver_assert(z->c, s, f->mk_bvule(z->c, number(z, q->least_args, 32), all));
    f->solver_assert(z->c, s, f->mk_bvule(z->c, all, number(z, q->most_args, 32)));
    return;
  }
}

static void take_model(struct omen_z3 *z, Z3_solver s, const struct omen_z3_query *q,
                       struct omen_sym_model *out) {
  const struct omen_z3_api *f = z->f;
  Z3_model m = f->solver_get_model(z->c, s);
  if (!m) return;
  f->model_inc_ref(z->c, m);
  for (uint32_t i = 0; i < q->bytes->n; i++) {
    const struct omen_sym_byte *b = &q->bytes->list[i];
    Z3_ast value;
    uint64_t v;
    if (f->model_eval(z->c, m, input(z, b->source, b->offset), false, &value) &&
        f->is_numeral_ast(z->c, value) && f->get_numeral_uint64(z->c, value, &v))
      omen_sym_model_set(out, b->source, b->offset, (uint8_t)v);
  }
  f->model_dec_ref(z->c, m);
}

enum omen_solver_answer omen_z3_ask(struct omen_z3 *z, const struct omen_z3_query *q,
                                    struct omen_sym_model *model) {
  const struct omen_z3_api *f = z->f;
  if (z->terms > MANY_TERMS) f->del_context(z->c), open_context(z);
  Z3_solver s = f->mk_solver_for_logic(z->c, f->mk_string_symbol(z->c, q->formatted ? "QF_UFBV" : "QF_BV"));
  if (!s) return OMEN_UNDECIDED;
  f->solver_inc_ref(z->c, s);
  Z3_params p = f->mk_params(z->c);
  f->params_inc_ref(z->c, p);
  f->params_set_uint(z->c, p, f->mk_string_symbol(z->c, "timeout"), q->milliseconds * CLOCK_FACTOR);
  f->params_set_uint(z->c, p, f->mk_string_symbol(z->c, "rlimit"), q->milliseconds * STEPS_A_MILLISECOND);
  f->solver_set_params(z->c, s, p);
  f->params_dec_ref(z->c, p);
  for (size_t i = 0; i < q->n; i++) f->solver_assert(z->c, s, condition(z, &q->literals[i]));
  if (q->strings || q->gentle > 1) string_conditions(z, s, q);
  if (q->gentle) gentle_conditions(z, s, q);
  argc_conditions(z, s, q);
  Z3_lbool r = f->solver_check(z->c, s);
  bool broken = f->get_error_code(z->c) != Z3_OK;
  if (r == Z3_L_TRUE && !broken) take_model(z, s, q, model);
  f->solver_dec_ref(z->c, s);
  if (broken) { /* out of memory, say: what the context knows is not to be relied on */
    f->del_context(z->c);
    open_context(z);
    return OMEN_UNDECIDED;
  }
  return r == Z3_L_TRUE ? OMEN_SAT : r == Z3_L_FALSE ? OMEN_UNSAT : OMEN_UNDECIDED;
}
bool omen_z3_identical(struct omen_z3 *z, const struct omen_sym_literal *pair) {
  Z3_ast a = term(z, pair->view, pair->expr);
  uint32_t width = pair->view->t->nodes[pair->expr].width;
  Z3_ast b = pair->other_view ? term(z, pair->other_view, (uint32_t)pair->other)
                              : from_bits(z, number(z, pair->other, width), width);
  return z->f->is_eq_ast(z->c, a, b);
}

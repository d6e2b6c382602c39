/* From the tree to the program that the runtime runs: record/extras.h. */
#include "expect/tree.h"

struct emitter {
  struct omen_compiler *c;
  struct omen_code *out;
  unsigned depth; /* of the machine's stack, so far */
};

static int emit(struct emitter *e, const struct omen_node *n);

static struct omen_invariant_op *op(struct emitter *e, uint8_t code, uint64_t size, uint8_t flags) {
  static struct omen_invariant_op none;
  if (e->out->nops == OMEN_INVARIANT_OPS) {
    omen_compiler_error(e->c, 0, "the expression is too complex");
    return &none;
  }
  struct omen_invariant_op *o = &e->out->ops[e->out->nops++];
  *o = (struct omen_invariant_op){.code = code, .size = (uint8_t)size, .flags = flags};
  return o;
}

static void push(struct emitter *e) {
  if (++e->depth >= OMEN_INVARIANT_STACK) omen_compiler_error(e->c, 0, "the expression is too complex");
}

static uint8_t flags_of(const struct omen_ty *t) {
  return (uint8_t)((t->is_signed ? OMEN_INV_SIGNED : 0) | (t->kind == OMEN_TY_FLOAT ? OMEN_INV_FLOAT : 0) |
                   (t->kind == OMEN_TY_POINTER ? OMEN_INV_POINTER : 0) | (t->is_char ? OMEN_INV_CHAR : 0));
}

static void constant(struct emitter *e, uint64_t v) {
  op(e, OMEN_INV_CONST, 8, 0)->imm = v;
  push(e);
}

/* ---- memory ---- */

static int address_of(struct emitter *e, const struct omen_node *n, uint64_t size) {
  if (n->kind == OMEN_NODE_DEREF) {
    if (emit(e, n->a)) return -1;
    if (!n->offset) return 0;
    constant(e, n->offset);
    op(e, OMEN_INV_ADD, 8, 0);
    e->depth--;
    return 0;
  }
  uint64_t addr = n->addr + n->offset;
  for (size_t i = 0; i < n->npieces; i++) {
    const struct omen_piece *p = &n->pieces[i];
    if (n->offset < p->offset || n->offset + size > p->offset + p->size) continue;
    addr = p->addr + n->offset - p->offset;
    break;
  }
  bool found = !n->npieces;
  for (size_t i = 0; i < n->npieces; i++)
    found |= n->offset >= n->pieces[i].offset && n->offset + size <= n->pieces[i].offset + n->pieces[i].size;
  if (!found) {
    omen_compiler_error(e->c, n->from, "'%.*s' is not in memory: the compiler left it out", n->to - n->from,
                        e->c->text + n->from);
    return -1;
  }
  struct omen_invariant_op *o = op(e, OMEN_INV_ADDR, 8, 0);
  o->module = (uint8_t)n->file;
  o->imm = addr;
  push(e);
  return 0;
}

static void note(struct emitter *e, const struct omen_node *n) {
  struct omen_code *out = e->out;
  if (!n->shown || out->nterms == OMEN_INVARIANT_TERMS || n->to <= n->from) return;
  op(e, OMEN_INV_NOTE, 8, flags_of(n->type))->arg = out->nterms;
  out->terms[out->nterms++] = (struct omen_invariant_term){(uint32_t)n->from, (uint32_t)(n->to - n->from)};
}

static int bit_field(struct emitter *e, const struct omen_node *m) {
  uint64_t bytes = (m->bit + m->bits + 7) / 8;
  if (bytes > 8 || m->bits > 64) {
    omen_compiler_error(e->c, m->from, "this bit-field is too wide");
    return -1;
  }
  if (address_of(e, m, bytes)) return -1;
  op(e, OMEN_INV_LOAD, bytes, m->kind == OMEN_NODE_PLACE ? OMEN_INV_FIXED : 0);
  constant(e, 64 - m->bit - m->bits);
  op(e, OMEN_INV_SHL, 8, 0);
  e->depth--;
  constant(e, 64 - m->bits);
  op(e, OMEN_INV_SHR, 8, m->type->is_signed ? OMEN_INV_SIGNED : 0);
  e->depth--;
  return 0;
}

static int load(struct emitter *e, const struct omen_node *n) {
  const struct omen_node *m = n->a;
  if (m->bits) {
    if (bit_field(e, m)) return -1;
  } else {
    if (address_of(e, m, n->type->size)) return -1;
    uint8_t flags = flags_of(n->type) & (OMEN_INV_SIGNED | OMEN_INV_FLOAT);
    op(e, OMEN_INV_LOAD, n->type->size, flags | (m->kind == OMEN_NODE_PLACE ? OMEN_INV_FIXED : 0));
  }
  note(e, n);
  return 0;
}

static int raw(struct emitter *e, const struct omen_node *n) {
  push(e), push(e);
  for (size_t i = 0; i < n->nops; i++) *op(e, 0, 0, 0) = n->ops[i];
  e->depth--;
  op(e, OMEN_INV_EXTEND, n->type->size, n->type->is_signed ? OMEN_INV_SIGNED : 0);
  struct omen_node shown = *n;
  shown.shown = true;
  note(e, &shown);
  return 0;
}

/* ---- values ---- */

static int cast(struct emitter *e, const struct omen_node *n) {
  const struct omen_ty *from = n->a->type, *to = n->type;
  if (emit(e, n->a)) return -1;
  bool was_float = from->kind == OMEN_TY_FLOAT, is_float = to->kind == OMEN_TY_FLOAT;
  if (to->is_bool) {
    constant(e, 0);
    op(e, OMEN_INV_NE, 8, was_float ? OMEN_INV_FLOAT : 0);
    e->depth--;
  } else if (is_float) {
    if (!was_float) op(e, OMEN_INV_FROM_INT, 8, from->is_signed ? OMEN_INV_SIGNED : 0);
    if (to->size == 4) op(e, OMEN_INV_ROUND, 4, 0);
  } else if (was_float)
    op(e, OMEN_INV_TO_INT, to->size, to->is_signed ? OMEN_INV_SIGNED : 0);
  else
    op(e, OMEN_INV_EXTEND, to->size, to->is_signed ? OMEN_INV_SIGNED : 0);
  return 0;
}

/* Back into the range of its type, as the program's own arithmetic would have it. */
static void fit(struct emitter *e, const struct omen_ty *t) {
  if (t->kind == OMEN_TY_FLOAT && t->size == 4) op(e, OMEN_INV_ROUND, 4, 0);
  if (t->kind == OMEN_TY_INT && t->size < 8)
    op(e, OMEN_INV_EXTEND, t->size, t->is_signed ? OMEN_INV_SIGNED : 0);
}

static int binary(struct emitter *e, const struct omen_node *n) {
  if (emit(e, n->a) || emit(e, n->b)) return -1;
  op(e, n->op, 8, flags_of(n->a->type) & (OMEN_INV_SIGNED | OMEN_INV_FLOAT));
  e->depth--;
  bool compares =
      n->op == OMEN_INV_EQ || n->op == OMEN_INV_NE || n->op == OMEN_INV_LT || n->op == OMEN_INV_LE;
  if (!compares) fit(e, n->type);
  return 0;
}

static uint32_t jump(struct emitter *e, uint8_t code) {
  op(e, code, 8, 0);
  if (code == OMEN_INV_JUMP_ZERO) e->depth--;
  return e->out->nops - 1;
}
static void land(struct emitter *e, uint32_t at) { e->out->ops[at].arg = e->out->nops - at - 1; }

/* a && b:  a; zero? else b; a || b:  a; zero? b else 1 */
static int logic(struct emitter *e, const struct omen_node *n) {
  bool is_and = n->kind == OMEN_NODE_AND;
  if (emit(e, n->a)) return -1;
  uint32_t zero = jump(e, OMEN_INV_JUMP_ZERO);
  if (is_and) {
    if (emit(e, n->b)) return -1;
  } else
    constant(e, 1);
  uint32_t over = jump(e, OMEN_INV_JUMP);
  land(e, zero);
  e->depth--;
  if (!is_and) {
    if (emit(e, n->b)) return -1;
  } else
    constant(e, 0);
  land(e, over);
  return 0;
}

static int choice(struct emitter *e, const struct omen_node *n) {
  if (emit(e, n->a)) return -1;
  uint32_t zero = jump(e, OMEN_INV_JUMP_ZERO);
  if (emit(e, n->b)) return -1;
  uint32_t over = jump(e, OMEN_INV_JUMP);
  land(e, zero);
  e->depth--;
  if (emit(e, n->c)) return -1;
  land(e, over);
  return 0;
}

static int emit(struct emitter *e, const struct omen_node *n) {
  if (e->c->failed) return -1;
  switch (n->kind) {
  case OMEN_NODE_CONST: constant(e, n->value); return 0;
  case OMEN_NODE_LOAD: return load(e, n);
  case OMEN_NODE_RAW: return raw(e, n);
  case OMEN_NODE_ADDRESS: return address_of(e, n->a, 0);
  case OMEN_NODE_CAST: return cast(e, n);
  case OMEN_NODE_UNARY:
    if (emit(e, n->a)) return -1;
    op(e, n->op, 8, flags_of(n->type) & (OMEN_INV_SIGNED | OMEN_INV_FLOAT));
    fit(e, n->type);
    return 0;
  case OMEN_NODE_BINARY: return binary(e, n);
  case OMEN_NODE_AND:
  case OMEN_NODE_OR: return logic(e, n);
  case OMEN_NODE_IF: return choice(e, n);
  case OMEN_NODE_COMMA:
    if (emit(e, n->a)) return -1;
    op(e, OMEN_INV_DROP, 8, 0);
    e->depth--;
    return emit(e, n->b);
  case OMEN_NODE_PLACE:
  case OMEN_NODE_DEREF: break;
  }
  OMEN_BUG("a place where a value should be");
}

int omen_emit(struct omen_compiler *c, const struct omen_node *n, struct omen_code *out) {
  struct emitter e = {c, out, 0};
  out->nops = out->nterms = 0;
  return emit(&e, n) || c->failed ? -1 : 0;
}

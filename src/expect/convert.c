/* What C does to operands: loads, promotions, usual arithmetic conversions, pointers. On this machine int has
 * 4 bytes, long and pointers 8; of two integer types the larger wins, and of equal ones the unsigned. */
#include "expect/tree.h"
#include <string.h>

static bool is_pointer(const struct omen_node *n) { return n->type->kind == OMEN_TY_POINTER; }
static bool is_int(const struct omen_node *n) { return n->type->kind == OMEN_TY_INT; }
static bool is_float(const struct omen_node *n) { return n->type->kind == OMEN_TY_FLOAT; }
static bool is_null(const struct omen_node *n) {
  return n->kind == OMEN_NODE_CONST && is_int(n) && !n->value;
}

static struct omen_node *with_text(struct omen_node *n, const struct omen_node *a,
                                   const struct omen_node *b) {
  n->from = a->from;
  n->to = b->to;
  return n;
}

struct omen_node *omen_address(struct omen_compiler *c, struct omen_node *place, int from) {
  if (!place->place) return omen_compiler_error(c, from, "'&' needs a variable");
  if (place->bits) return omen_compiler_error(c, from, "a bit-field has no address");
  if (place->npieces)
    return omen_compiler_error(c, from, "the compiler took that variable apart: it has no address");
  struct omen_node *n = omen_node_new(c, OMEN_NODE_ADDRESS, omen_ty_pointer(c, place->type), from);
  n->a = place;
  n->to = place->to;
  return n;
}

/* The value: of memory it is loaded, of an array it is where it begins. */
struct omen_node *omen_value_of(struct omen_compiler *c, struct omen_node *n, bool shown) {
  if (!n || !n->place) return n;
  struct omen_member number;
  if (n->type->kind == OMEN_TY_RECORD && omen_ty_atomic(c, n->type, &number)) {
    n->offset += number.offset;
    n->type = number.type;
  }
  if (n->type->kind == OMEN_TY_ARRAY) {
    struct omen_node *p = omen_address(c, n, n->from);
    if (p) p->type = omen_ty_pointer(c, n->type->to);
    return p;
  }
  if (!omen_ty_is_scalar(n->type))
    return omen_compiler_error(c, n->from, "'%.*s' is %s, which has no value here", n->to - n->from,
                               c->text + n->from, omen_ty_name(n->type));
  struct omen_node *v = omen_node_new(c, OMEN_NODE_LOAD, n->type, n->from);
  v->a = n;
  v->shown = shown;
  v->to = n->to;
  return v;
}

struct omen_node *omen_cast(struct omen_compiler *c, struct omen_node *n, const struct omen_ty *to) {
  n = omen_value_of(c, n, true);
  if (!n) return NULL;
  if (!omen_ty_is_scalar(to))
    return omen_compiler_error(c, n->from, "a cast to %s is not possible", omen_ty_name(to));
  if ((is_pointer(n) && to->kind == OMEN_TY_FLOAT) || (is_float(n) && to->kind == OMEN_TY_POINTER))
    return omen_compiler_error(c, n->from, "a pointer is no floating-point number");
  if (n->type == to) return n;
  struct omen_node *k = omen_node_new(c, OMEN_NODE_CAST, to, n->from);
  k->a = n;
  k->to = n->to;
  return k;
}

/* Integer promotion: what is smaller than int becomes int. */
static struct omen_node *promoted(struct omen_compiler *c, struct omen_node *n) {
  n = omen_value_of(c, n, true);
  if (!n || !is_int(n)) return n;
  bool small_bits = n->kind == OMEN_NODE_LOAD && n->a->bits && n->a->bits < 32;
  if (n->type->size < 4 || small_bits) return omen_cast(c, n, omen_ty_int(c, 4, true));
  return n;
}

static const struct omen_ty *common(struct omen_compiler *c, const struct omen_ty *a,
                                    const struct omen_ty *b) {
  if (a->kind == OMEN_TY_FLOAT || b->kind == OMEN_TY_FLOAT) {
    uint64_t x = a->kind == OMEN_TY_FLOAT ? a->size : 0, y = b->kind == OMEN_TY_FLOAT ? b->size : 0;
    return omen_ty_float(c, x > y ? x : y);
  }
  if (a->size != b->size) return a->size > b->size ? a : b;
  return omen_ty_int(c, a->size, a->is_signed && b->is_signed);
}

static bool balance(struct omen_compiler *c, struct omen_node **a, struct omen_node **b) {
  const struct omen_ty *t = common(c, (*a)->type, (*b)->type);
  *a = omen_cast(c, *a, t);
  *b = omen_cast(c, *b, t);
  return *a && *b;
}

static struct omen_node *make(struct omen_compiler *c, uint8_t op, struct omen_node *a, struct omen_node *b,
                              const struct omen_ty *type) {
  struct omen_node *n = omen_node_new(c, OMEN_NODE_BINARY, type, a->from);
  n->op = op;
  n->a = a;
  n->b = b;
  return with_text(n, a, b);
}

static struct omen_node *integer(struct omen_compiler *c, uint64_t v, uint64_t size,
                                 const struct omen_node *at) {
  struct omen_node *n = omen_node_new(c, OMEN_NODE_CONST, omen_ty_int(c, size, true), at->from);
  n->value = v;
  n->to = at->to;
  return n;
}

struct omen_node *omen_condition(struct omen_compiler *c, struct omen_node *n) {
  n = omen_value_of(c, n, true);
  if (!n) return NULL;
  if (!omen_ty_is_scalar(n->type))
    return omen_compiler_error(c, n->from, "%s is no condition", omen_ty_name(n->type));
  struct omen_node *zero = integer(c, 0, 8, n); /* the bits of 0.0 as well */
  zero->type = n->type;
  return make(c, OMEN_INV_NE, n, zero, omen_ty_int(c, 4, true));
}

struct omen_node *omen_unary(struct omen_compiler *c, char op, struct omen_node *n, int from) {
  if (op == '!') {
    n = omen_condition(c, n);
    if (n) n = make(c, OMEN_INV_EQ, n, integer(c, 0, 4, n), omen_ty_int(c, 4, true));
    if (n) n->from = from;
    return n;
  }
  n = promoted(c, n);
  if (!n) return NULL;
  if (!omen_ty_is_number(n->type) || (op == '~' && !is_int(n)))
    return omen_compiler_error(c, from, "'%c' cannot be applied to %s", op, omen_ty_name(n->type));
  if (op == '+') return n;
  struct omen_node *u = omen_node_new(c, OMEN_NODE_UNARY, n->type, from);
  u->op = op == '-' ? OMEN_INV_NEG : OMEN_INV_NOT;
  u->a = n;
  u->to = n->to;
  return u;
}

/* p + i, p - i */
static struct omen_node *moved(struct omen_compiler *c, uint8_t op, struct omen_node *p, struct omen_node *i,
                               int at) {
  const struct omen_ty *to = omen_ty_pointee(c, p->type);
  uint64_t size = to->kind == OMEN_TY_VOID ? 1 : to->size;
  if (!size) return omen_compiler_error(c, at, "the size of what that pointer points to is not known");
  i = omen_cast(c, i, omen_ty_int(c, 8, true));
  if (!i) return NULL;
  struct omen_node *bytes = make(c, OMEN_INV_MUL, i, integer(c, size, 8, i), i->type);
  return make(c, op, p, bytes, p->type);
}

static struct omen_node *distance(struct omen_compiler *c, struct omen_node *a, struct omen_node *b, int at) {
  const struct omen_ty *to = omen_ty_pointee(c, a->type), *t = omen_ty_int(c, 8, true);
  uint64_t size = to->kind == OMEN_TY_VOID ? 1 : to->size;
  if (!size || size != omen_ty_pointee(c, b->type)->size)
    return omen_compiler_error(c, at, "these two pointers cannot be subtracted");
  struct omen_node *d = make(c, OMEN_INV_SUB, omen_cast(c, a, t), omen_cast(c, b, t), t);
  return make(c, OMEN_INV_DIV, d, integer(c, size, 8, b), t);
}

static struct omen_node *add_or_subtract(struct omen_compiler *c, char op, struct omen_node *a,
                                         struct omen_node *b, int at) {
  uint8_t code = op == '+' ? OMEN_INV_ADD : OMEN_INV_SUB;
  if (is_pointer(a) && is_pointer(b) && op == '-') return distance(c, a, b, at);
  if (is_pointer(a) && is_int(b)) return moved(c, code, a, b, at);
  if (is_pointer(b) && is_int(a) && op == '+') return moved(c, code, b, a, at);
  if (is_pointer(a) || is_pointer(b))
    return omen_compiler_error(c, at, "'%c' of a pointer and %s is not possible", op,
                               omen_ty_name(is_pointer(b) ? a->type : b->type));
  return balance(c, &a, &b) ? make(c, code, a, b, a->type) : NULL;
}

static struct omen_node *compare(struct omen_compiler *c, const char *op, struct omen_node *a,
                                 struct omen_node *b, int at) {
  bool equality = op[0] == '=' || op[0] == '!';
  if (is_pointer(a) != is_pointer(b)) {
    struct omen_node *other = is_pointer(a) ? b : a;
    if (!is_null(other) || !equality)
      return omen_compiler_error(c, at, "a pointer is compared with %s", omen_ty_name(other->type));
    const struct omen_ty *t = is_pointer(a) ? a->type : b->type;
    a = omen_cast(c, a, t);
    b = omen_cast(c, b, t);
  } else if (!is_pointer(a) && !balance(c, &a, &b))
    return NULL;
  const struct omen_ty *truth = omen_ty_int(c, 4, true);
  if (equality) return make(c, op[0] == '=' ? OMEN_INV_EQ : OMEN_INV_NE, a, b, truth);
  bool swapped = op[0] == '>';
  struct omen_node *n =
      make(c, op[1] == '=' ? OMEN_INV_LE : OMEN_INV_LT, swapped ? b : a, swapped ? a : b, truth);
  return with_text(n, a, b);
}

static uint8_t code_of(const char *op) {
  switch (op[0]) {
  case '*': return OMEN_INV_MUL;
  case '/': return OMEN_INV_DIV;
  case '%': return OMEN_INV_REM;
  case '&': return OMEN_INV_AND;
  case '|': return OMEN_INV_OR;
  case '^': return OMEN_INV_XOR;
  case '<': return OMEN_INV_SHL;
  default: return OMEN_INV_SHR;
  }
}

struct omen_node *omen_binary(struct omen_compiler *c, const char *op, struct omen_node *a,
                              struct omen_node *b, int at) {
  a = promoted(c, a);
  b = a ? promoted(c, b) : NULL;
  if (!b) return NULL;
  if (!omen_ty_is_scalar(a->type) || !omen_ty_is_scalar(b->type))
    return omen_compiler_error(c, at, "'%s' cannot be applied to %s", op,
                               omen_ty_name(omen_ty_is_scalar(a->type) ? b->type : a->type));
  if (op[0] == '=' || op[0] == '!' || ((op[0] == '<' || op[0] == '>') && op[1] != op[0]))
    return compare(c, op, a, b, at);
  if (op[0] == '+' || op[0] == '-') return add_or_subtract(c, op[0], a, b, at);
  bool floats = op[0] == '*' || op[0] == '/';
  if (is_pointer(a) || is_pointer(b) || (!floats && (is_float(a) || is_float(b))))
    return omen_compiler_error(c, at, "'%s' cannot be applied to %s", op,
                               omen_ty_name(is_pointer(a) || (!floats && is_float(a)) ? a->type : b->type));
  bool shift = op[0] == '<' || op[0] == '>';
  if (!shift && !balance(c, &a, &b)) return NULL;
  return make(c, code_of(op), a, b, a->type);
}

struct omen_node *omen_choice(struct omen_compiler *c, struct omen_node *test, struct omen_node *a,
                              struct omen_node *b) {
  test = omen_condition(c, test);
  a = test ? promoted(c, a) : NULL;
  b = a ? promoted(c, b) : NULL;
  if (!b) return NULL;
  if (omen_ty_is_number(a->type) && omen_ty_is_number(b->type)) {
    if (!balance(c, &a, &b)) return NULL;
  } else if (is_pointer(a) && (is_pointer(b) || is_null(b)))
    b = omen_cast(c, b, a->type);
  else if (is_pointer(b) && is_null(a))
    a = omen_cast(c, a, b->type);
  else
    return omen_compiler_error(c, b->from, "the two sides of ':' do not fit: %s and %s",
                               omen_ty_name(a->type), omen_ty_name(b->type));
  struct omen_node *n = omen_node_new(c, OMEN_NODE_IF, a->type, test->from);
  n->a = test;
  n->b = a;
  n->c = b;
  n->to = b->to;
  return n;
}

struct omen_node *omen_deref(struct omen_compiler *c, struct omen_node *pointer, int from) {
  struct omen_node *p = omen_value_of(c, pointer, false);
  if (!p) return NULL;
  if (!is_pointer(p)) return omen_compiler_error(c, from, "that is %s and no pointer", omen_ty_name(p->type));
  const struct omen_ty *to = omen_ty_pointee(c, p->type);
  if (to->kind == OMEN_TY_VOID || to->kind == OMEN_TY_OTHER)
    return omen_compiler_error(c, from, "what that pointer points to has no known type: cast it");
  if (p->kind == OMEN_NODE_ADDRESS && p->a->kind == OMEN_NODE_PLACE && p->a->type->kind != OMEN_TY_ARRAY)
    return p->a;
  struct omen_node *n = omen_node_new(c, OMEN_NODE_DEREF, to, from);
  n->place = true;
  n->a = p;
  n->to = p->to;
  return n;
}

struct omen_node *omen_index(struct omen_compiler *c, struct omen_node *base, struct omen_node *index,
                             int at) {
  index = omen_value_of(c, index, true);
  if (!index) return NULL;
  if (!is_int(index)) return omen_compiler_error(c, at, "an index must be an integer");
  if (base->place && base->type->kind == OMEN_TY_ARRAY && index->kind == OMEN_NODE_CONST) {
    const struct omen_ty *element = base->type->to;
    if (base->type->size && (index->value >= base->type->size / (element->size ? element->size : 1)))
      return omen_compiler_error(c, at, "index %lld is outside of the array", (long long)index->value);
    base->offset += index->value * element->size;
    base->type = element;
    return base;
  }
  struct omen_node *p = omen_value_of(c, base, false);
  if (!p) return NULL;
  if (!is_pointer(p))
    return omen_compiler_error(c, at, "that is %s: it has no elements", omen_ty_name(p->type));
  p = moved(c, OMEN_INV_ADD, p, index, at);
  return p ? omen_deref(c, p, base->from) : NULL;
}

struct omen_node *omen_select(struct omen_compiler *c, struct omen_node *record, const char *name, int at) {
  struct omen_member m;
  if (!record->place || record->type->kind != OMEN_TY_RECORD)
    return omen_compiler_error(c, at, "'%.*s' is %s: it has no member '%s'", record->to - record->from,
                               c->text + record->from, omen_ty_name(record->type), name);
  if (!omen_ty_member(c, record->type, name, &m))
    return omen_compiler_error(c, at, "'%.*s' has no member '%s'", record->to - record->from,
                               c->text + record->from, name);
  record->offset += m.offset;
  record->type = m.type;
  record->bit = m.bit;
  record->bits = m.bits;
  return record;
}

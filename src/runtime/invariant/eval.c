/* Evaluates an invariant: see eval.h. Integers are 64 bits wide here and brought to their type's range by
 * EXTEND, which the command puts wherever C has a conversion. */
#include "runtime/invariant/eval.h"
#include "runtime/rt.h"
#include <string.h>

struct machine {
  const struct omen_invariant_op *op;
  uint32_t at, n, depth;
  uint64_t stack[OMEN_INVARIANT_STACK];
  struct omrt_evaluation *out;
};

static double as_double(uint64_t v) {
  double d;
  memcpy(&d, &v, sizeof d);
  return d;
}
static uint64_t of_double(double d) {
  uint64_t v;
  memcpy(&v, &d, sizeof v);
  return v;
}

static bool cannot(struct machine *m, const char *why) {
  m->out->truth = OMRT_UNKNOWN;
  m->out->why = why;
  return false;
}

bool omrt_read_safely(uint64_t addr, void *to, uint32_t len) {
  if (addr < 4096 || addr >> 47 || (addr + len) >> 47) return false;
  if (!omrt_page_readable(addr) || ((addr ^ (addr + len - 1)) >> 12 && !omrt_page_readable(addr + len - 1)))
    return false;
  memcpy(to, (const void *)addr, len);
  return true;
}

static uint64_t extended(uint64_t v, uint32_t size, bool is_signed) {
  if (size >= 8) return v;
  unsigned shift = 64 - 8 * size;
  return is_signed ? (uint64_t)((int64_t)(v << shift) >> shift) : v << shift >> shift;
}

static uint64_t loaded(const struct omrt_dep *d, const struct omen_invariant_op *o) {
  uint64_t v = 0;
  if (o->flags & OMEN_INV_FLOAT && o->size == 4) {
    float f;
    memcpy(&f, d->bytes, sizeof f);
    return of_double((double)f);
  }
  if (o->flags & OMEN_INV_FLOAT && o->size == 16) {
    long double l;
    memcpy(&l, d->bytes, sizeof l);
    return of_double((double)l);
  }
  memcpy(&v, d->bytes, o->size < 8 ? o->size : 8);
  return o->flags & OMEN_INV_FLOAT ? v : extended(v, o->size, o->flags & OMEN_INV_SIGNED);
}

static bool load(struct machine *m, const struct omen_invariant_op *o) {
  struct omrt_evaluation *e = m->out;
  if (e->ndeps == OMRT_DEPS || o->size > 16) return cannot(m, "it reads too much");
  uint64_t addr = m->stack[m->depth - 1];
  struct omrt_dep *d = &e->dep[e->ndeps];
  *d = (struct omrt_dep){.addr = addr, .len = o->size, .fixed = o->flags & OMEN_INV_FIXED};
  if (addr < 4096) return cannot(m, "a pointer in it is NULL");
  if (d->fixed)
    memcpy(d->bytes, (const void *)addr, d->len);
  else if (!omrt_read_safely(addr, d->bytes, d->len))
    return cannot(m, "a pointer in it leads nowhere");
  e->ndeps++;
  m->stack[m->depth - 1] = loaded(d, o);
  return true;
}

static uint64_t to_int(double d, uint32_t size, bool is_signed) {
  if (!(d > -9.3e18 && d < 1.85e19)) return 0; /* C leaves it undefined */
  uint64_t v = is_signed || d < 0 ? (d < 9.2233720368547758e18 ? (uint64_t)(int64_t)d : (uint64_t)INT64_MAX)
                                  : (uint64_t)d;
  return extended(v, size, is_signed);
}

static void one_operand(struct machine *m, const struct omen_invariant_op *o) {
  uint64_t *v = &m->stack[m->depth - 1];
  bool is_float = o->flags & OMEN_INV_FLOAT, is_signed = o->flags & OMEN_INV_SIGNED;
  switch (o->code) {
  case OMEN_INV_EXTEND: *v = extended(*v, o->size, is_signed); break;
  case OMEN_INV_NEG: *v = is_float ? of_double(-as_double(*v)) : 0 - *v; break;
  case OMEN_INV_NOT: *v = ~*v; break;
  case OMEN_INV_FROM_INT: *v = of_double(is_signed ? (double)(int64_t)*v : (double)*v); break;
  case OMEN_INV_TO_INT: *v = to_int(as_double(*v), o->size, is_signed); break;
  case OMEN_INV_ROUND: *v = of_double((double)(float)as_double(*v)); break;
  default: break;
  }
}

static bool on_doubles(struct machine *m, uint8_t code, double a, double b, uint64_t *out) {
  switch (code) {
  case OMEN_INV_ADD: *out = of_double(a + b); return true;
  case OMEN_INV_SUB: *out = of_double(a - b); return true;
  case OMEN_INV_MUL: *out = of_double(a * b); return true;
  case OMEN_INV_DIV: *out = of_double(a / b); return true;
  case OMEN_INV_EQ: *out = a == b; return true;
  case OMEN_INV_NE: *out = a != b; return true;
  case OMEN_INV_LT: *out = a < b; return true;
  case OMEN_INV_LE: *out = a <= b; return true;
  default: return cannot(m, "its program is damaged");
  }
}

static bool divide(struct machine *m, uint8_t code, uint64_t a, uint64_t b, bool is_signed, uint64_t *out) {
  if (!b) return cannot(m, "a divisor in it is 0");
  bool rest = code == OMEN_INV_REM;
  if (!is_signed)
    *out = rest ? a % b : a / b;
  else if (b == UINT64_MAX) /* the smallest number divided by -1 would trap */
    *out = rest ? 0 : 0 - a;
  else
    *out = (uint64_t)(rest ? (int64_t)a % (int64_t)b : (int64_t)a / (int64_t)b);
  return true;
}

static bool on_integers(struct machine *m, const struct omen_invariant_op *o, uint64_t a, uint64_t b,
                        uint64_t *out) {
  bool is_signed = o->flags & OMEN_INV_SIGNED;
  switch (o->code) {
  case OMEN_INV_ADD: *out = a + b; return true;
  case OMEN_INV_SUB: *out = a - b; return true;
  case OMEN_INV_MUL: *out = a * b; return true;
  case OMEN_INV_DIV:
  case OMEN_INV_REM: return divide(m, o->code, a, b, is_signed, out);
  case OMEN_INV_AND: *out = a & b; return true;
  case OMEN_INV_OR: *out = a | b; return true;
  case OMEN_INV_XOR: *out = a ^ b; return true;
  case OMEN_INV_SHL: *out = a << (b & 63); return true;
  case OMEN_INV_SHR: *out = is_signed ? (uint64_t)((int64_t)a >> (b & 63)) : a >> (b & 63); return true;
  case OMEN_INV_EQ: *out = a == b; return true;
  case OMEN_INV_NE: *out = a != b; return true;
  case OMEN_INV_LT: *out = is_signed ? (int64_t)a < (int64_t)b : a < b; return true;
  case OMEN_INV_LE: *out = is_signed ? (int64_t)a <= (int64_t)b : a <= b; return true;
  default: return cannot(m, "its program is damaged");
  }
}

static bool two_operands(struct machine *m, const struct omen_invariant_op *o) {
  if (m->depth < 2) return cannot(m, "its program is damaged");
  uint64_t b = m->stack[--m->depth], *a = &m->stack[m->depth - 1];
  if (o->flags & OMEN_INV_FLOAT) return on_doubles(m, o->code, as_double(*a), as_double(b), a);
  return on_integers(m, o, *a, b, a);
}

static bool push(struct machine *m, uint64_t v) {
  if (m->depth == OMEN_INVARIANT_STACK) return cannot(m, "its program is damaged");
  m->stack[m->depth++] = v;
  return true;
}

static bool address(struct machine *m, const struct omen_invariant_op *o) {
  uint64_t base;
  if (!omrt_extras_base(o->module, &base)) return cannot(m, "a library that it is about is not loaded");
  return push(m, base + o->imm);
}

static bool step(struct machine *m, const struct omen_invariant_op *o) {
  if (o->code == OMEN_INV_CONST) return push(m, o->imm);
  if (o->code == OMEN_INV_ADDR) return address(m, o);
  if (o->code == OMEN_INV_JUMP) return m->at += o->arg, true;
  if (!m->depth) return cannot(m, "its program is damaged");
  switch (o->code) {
  case OMEN_INV_LOAD: return load(m, o);
  case OMEN_INV_NOTE:
    if (o->arg < OMEN_INVARIANT_TERMS)
      m->out->seen[o->arg] = (struct omrt_seen){true, o->flags, m->stack[m->depth - 1]};
    return true;
  case OMEN_INV_DROP: return m->depth--, true;
  case OMEN_INV_JUMP_ZERO:
    if (!m->stack[--m->depth]) m->at += o->arg;
    return true;
  case OMEN_INV_EXTEND:
  case OMEN_INV_NEG:
  case OMEN_INV_NOT:
  case OMEN_INV_FROM_INT:
  case OMEN_INV_TO_INT:
  case OMEN_INV_ROUND: one_operand(m, o); return true;
  default: return two_operands(m, o);
  }
}

void omrt_evaluate(const struct omen_extras *x, const struct omen_invariant *v, struct omrt_evaluation *out) {
  struct machine m = {.op = omen_extra_ops(x) + v->op, .n = v->nops, .out = out};
  out->ndeps = 0;
  out->why = NULL;
  memset(out->seen, 0, sizeof out->seen);
  while (m.at < m.n) {
    const struct omen_invariant_op *o = &m.op[m.at++];
    if (!step(&m, o)) return;
  }
  if (m.at != m.n || m.depth != 1) {
    cannot(&m, "its program is damaged");
    return;
  }
  out->truth = m.stack[0] ? OMRT_TRUE : OMRT_FALSE;
}

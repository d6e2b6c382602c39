/* Where a variable is, from its location in the debug information: at an address; in pieces that the
 * optimiser took it apart into; or a constant, or computed from something smaller. */
#include "expect/lookup.h"
#include <dwarf.h>
#include <string.h>

#define MAX_PIECES 64
#define MAX_RAW 16

struct reading {
  struct omen_piece pieces[MAX_PIECES];
  size_t npieces;
  struct omen_invariant_op raw[MAX_RAW];
  size_t nraw;
  uint64_t addr, done; /* done: bytes of the variable in pieces so far */
  bool has_addr, is_value, thread_local, bad;
};

static bool address_op(Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *addr) {
  if (op->atom == DW_OP_addr) return *addr = op->number, true;
  Dwarf_Attribute value;
  return (op->atom == DW_OP_addrx || op->atom == DW_OP_GNU_addr_index) &&
         !dwarf_getlocation_attr(location, op, &value) && !dwarf_formaddr(&value, addr);
}

static void raw(struct reading *r, uint8_t code, uint8_t size, uint64_t imm) {
  if (r->nraw == MAX_RAW) {
    r->bad = true;
    return;
  }
  r->raw[r->nraw++] = (struct omen_invariant_op){.code = code, .size = size, .imm = imm};
}

static void read_op(struct reading *r, Dwarf_Attribute *location, const Dwarf_Op *op) {
  uint64_t addr;
  if (address_op(location, op, &addr)) {
    r->addr = addr;
    r->has_addr = addr != 0;
    raw(r, OMEN_INV_ADDR, 0, addr);
    return;
  }
  if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31)
    return raw(r, OMEN_INV_CONST, 0, op->atom - DW_OP_lit0);
  switch (op->atom) {
  case DW_OP_plus_uconst:
    r->addr += op->number;
    raw(r, OMEN_INV_CONST, 0, op->number);
    raw(r, OMEN_INV_ADD, 0, 0);
    break;
  case DW_OP_constu:
  case DW_OP_consts:
  case DW_OP_const1u:
  case DW_OP_const1s:
  case DW_OP_const2u:
  case DW_OP_const2s:
  case DW_OP_const4u:
  case DW_OP_const4s:
  case DW_OP_const8u:
  case DW_OP_const8s: raw(r, OMEN_INV_CONST, 0, op->number); break;
  case DW_OP_deref_size: raw(r, OMEN_INV_LOAD, (uint8_t)op->number, 0); break;
  case DW_OP_deref: raw(r, OMEN_INV_LOAD, 8, 0); break;
  case DW_OP_mul: raw(r, OMEN_INV_MUL, 0, 0); break;
  case DW_OP_plus: raw(r, OMEN_INV_ADD, 0, 0); break;
  case DW_OP_minus: raw(r, OMEN_INV_SUB, 0, 0); break;
  case DW_OP_and: raw(r, OMEN_INV_AND, 0, 0); break;
  case DW_OP_shl: raw(r, OMEN_INV_SHL, 0, 0); break;
  case DW_OP_stack_value: r->is_value = true; break;
  case DW_OP_form_tls_address:
  case DW_OP_GNU_push_tls_address: r->thread_local = true; break;
  case DW_OP_piece:
    if (r->npieces == MAX_PIECES || r->is_value)
      r->bad = true;
    else if (r->has_addr)
      r->pieces[r->npieces++] = (struct omen_piece){r->done, op->number, r->addr};
    r->done += op->number;
    r->has_addr = false;
    r->nraw = 0;
    break;
  default: r->bad = true; break;
  }
}

static struct omen_node *constant(struct omen_compiler *c, Dwarf_Attribute *a, const struct omen_ty *t,
                                  int from) {
  Dwarf_Sword v;
  Dwarf_Block block;
  struct omen_node *n = omen_node_new(c, OMEN_NODE_CONST, t, from);
  if (!dwarf_formsdata(a, &v)) {
    n->value = (uint64_t)v;
    if (t->kind == OMEN_TY_FLOAT && t->size == 4) {
      float f;
      double d;
      memcpy(&f, &v, sizeof f);
      d = (double)f;
      memcpy(&n->value, &d, sizeof d);
    }
    return n;
  }
  if (!dwarf_formblock(a, &block) && block.length <= 8) {
    memcpy(&n->value, block.data, block.length);
    return n;
  }
  return NULL;
}

static struct omen_node *of_reading(struct omen_compiler *c, const struct reading *r,
                                    const struct omen_named *v, const struct omen_ty *t, int from) {
  struct omen_node *n = omen_node_new(c, r->is_value ? OMEN_NODE_RAW : OMEN_NODE_PLACE, t, from);
  n->file = v->file;
  if (r->is_value) {
    struct omen_invariant_op *ops = omen_compiler_new(c, sizeof r->raw);
    memcpy(ops, r->raw, sizeof r->raw);
    for (size_t i = 0; i < r->nraw; i++) {
      ops[i].module = (uint8_t)v->file;
      if (ops[i].code == OMEN_INV_LOAD) ops[i].flags = OMEN_INV_FIXED;
    }
    n->ops = ops;
    n->nops = r->nraw;
    return n;
  }
  n->place = true;
  n->addr = r->addr;
  if (r->npieces) {
    struct omen_piece *pieces = omen_compiler_new(c, sizeof r->pieces);
    memcpy(pieces, r->pieces, sizeof r->pieces);
    n->pieces = pieces;
    n->npieces = r->npieces;
  }
  return n;
}

struct omen_node *omen_expr_place(struct omen_compiler *c, const struct omen_named *v, int from) {
  Dwarf_Die die;
  Dwarf_Attribute a;
  Dwarf_Op *ops;
  size_t n;
  if (!omen_names_die(c->names, v, &die))
    return omen_compiler_error(c, from, "the debug information is damaged");
  const struct omen_ty *t = omen_ty_of_variable(c, &die);
  if (dwarf_attr(&die, DW_AT_const_value, &a) && omen_ty_is_scalar(t)) {
    struct omen_node *k = constant(c, &a, t, from);
    if (k) return k;
  }
  if (!dwarf_attr(&die, DW_AT_location, &a) || dwarf_getlocation(&a, &ops, &n) || !n)
    return omen_compiler_error(c, from, "'%s' is not in memory: the compiler left it out", v->name);
  struct reading *r = omen_compiler_new(c, sizeof *r);
  for (size_t i = 0; i < n; i++) read_op(r, &a, &ops[i]);
  if (r->thread_local)
    return omen_compiler_error(c, from, "'%s' is thread-local: each thread has its own", v->name);
  if (r->bad || (!r->is_value && !r->npieces && !r->has_addr) || (r->is_value && !omen_ty_is_scalar(t)))
    return omen_compiler_error(c, from, "'%s' is not in memory as it is written: the compiler changed it",
                               v->name);
  return of_reading(c, r, v, t, from);
}

bool omen_place_key(const struct omen_program_names *names, const struct omen_named *v, uint64_t *key) {
  Dwarf_Die die;
  Dwarf_Attribute a;
  Dwarf_Op *ops;
  size_t n;
  *key = v->die | 1ull << 63;
  if (!omen_names_die(names, v, &die)) return false;
  if (dwarf_hasattr(&die, DW_AT_const_value)) return true;
  if (!dwarf_attr(&die, DW_AT_location, &a) || dwarf_getlocation(&a, &ops, &n)) return false;
  for (size_t i = 0; i < n; i++)
    if (address_op(&a, &ops[i], key)) return *key != 0;
  return n > 0;
}

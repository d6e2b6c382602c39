/* LLVM's intrinsics, by name. */
#include "build/symbolic_parts.h"
#include <string.h>

static bool starts(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

/* Integer operations that the runtime makes of simpler ones; how many operands count. */
static const struct derived {
  const char *prefix;
  uint32_t what;
  unsigned operands;
} derived[] = {
    {"llvm.umin.", OMEN_SYM_UMIN, 2},
    {"llvm.umax.", OMEN_SYM_UMAX, 2},
    {"llvm.smin.", OMEN_SYM_SMIN, 2},
    {"llvm.smax.", OMEN_SYM_SMAX, 2},
    {"llvm.abs.", OMEN_SYM_ABS, 1},
    {"llvm.uadd.sat.", OMEN_SYM_UADD_SAT, 2},
    {"llvm.usub.sat.", OMEN_SYM_USUB_SAT, 2},
    {"llvm.sadd.sat.", OMEN_SYM_SADD_SAT, 2},
    {"llvm.ssub.sat.", OMEN_SYM_SSUB_SAT, 2},
    {"llvm.fshl.", OMEN_SYM_FSHL, 3},
    {"llvm.fshr.", OMEN_SYM_FSHR, 3},
    {"llvm.ctpop.", OMEN_SYM_CTPOP, 1},
    {"llvm.ctlz.", OMEN_SYM_CTLZ, 1},
    {"llvm.cttz.", OMEN_SYM_CTTZ, 1},
    {"llvm.ucmp.", OMEN_SYM_UCMP, 2},
    {"llvm.scmp.", OMEN_SYM_SCMP, 2},
    {"llvm.bitreverse.", OMEN_SYM_BITREVERSE, 1},
};
static const struct over {
  const char *prefix;
  uint32_t op, what;
} overs[] = {
    {"llvm.uadd.with.overflow.", OMEN_SYM_ADD, OMEN_SYM_UADD_OVER},
    {"llvm.usub.with.overflow.", OMEN_SYM_SUB, OMEN_SYM_USUB_OVER},
    {"llvm.umul.with.overflow.", OMEN_SYM_MUL, OMEN_SYM_UMUL_OVER},
    {"llvm.sadd.with.overflow.", OMEN_SYM_ADD, OMEN_SYM_SADD_OVER},
    {"llvm.ssub.with.overflow.", OMEN_SYM_SUB, OMEN_SYM_SSUB_OVER},
    {"llvm.smul.with.overflow.", OMEN_SYM_MUL, OMEN_SYM_SMUL_OVER},
};
/* Their result is their first operand. */
static const char *const same[] = {"llvm.expect.",
                                   "llvm.ssa.copy.",
                                   "llvm.launder.invariant.group.",
                                   "llvm.strip.invariant.group.",
                                   "llvm.threadlocal.address.",
                                   NULL};
/* Nothing of the program's: marks, hints, places in memory. */
static const char *const nothing[] = {"llvm.lifetime.",
                                      "llvm.dbg.",
                                      "llvm.assume",
                                      "llvm.invariant.",
                                      "llvm.stacksave",
                                      "llvm.stackrestore",
                                      "llvm.donothing",
                                      "llvm.trap",
                                      "llvm.debugtrap",
                                      "llvm.prefetch.",
                                      "llvm.objectsize.",
                                      "llvm.is.constant.",
                                      "llvm.experimental.noalias.scope.decl",
                                      "llvm.eh.typeid.for",
                                      "llvm.frameaddress",
                                      "llvm.returnaddress",
                                      "llvm.x86.sse2.pause",
                                      "llvm.pseudoprobe",
                                      "llvm.var.annotation",
                                      "llvm.va_end",
                                      "llvm.sideeffect",
                                      "llvm.type.test",
                                      "llvm.annotation.",
                                      NULL};

static bool listed(const char *const *list, const char *name) {
  for (; *list; list++)
    if (starts(name, *list)) return true;
  return false;
}

static const struct derived *find_derived(const char *name) {
  for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
    if (starts(name, derived[i].prefix)) return &derived[i];
  return NULL;
}

static const struct over *find_over(const char *name) {
  for (size_t i = 0; i < sizeof overs / sizeof *overs; i++)
    if (starts(name, overs[i].prefix)) return &overs[i];
  return NULL;
}

/* All parts of a vector in one. */
static const struct reduction {
  const char *prefix;
  uint32_t kind, op;
} reductions[] = {
    {"llvm.vector.reduce.add.", OMEN_SYM_BY_REDUCE, OMEN_SYM_ADD},
    {"llvm.vector.reduce.mul.", OMEN_SYM_BY_REDUCE, OMEN_SYM_MUL},
    {"llvm.vector.reduce.and.", OMEN_SYM_BY_REDUCE, OMEN_SYM_AND},
    {"llvm.vector.reduce.or.", OMEN_SYM_BY_REDUCE, OMEN_SYM_OR},
    {"llvm.vector.reduce.xor.", OMEN_SYM_BY_REDUCE, OMEN_SYM_XOR},
    {"llvm.vector.reduce.umin.", OMEN_SYM_BY_REDUCE_DERIVE, OMEN_SYM_UMIN},
    {"llvm.vector.reduce.umax.", OMEN_SYM_BY_REDUCE_DERIVE, OMEN_SYM_UMAX},
    {"llvm.vector.reduce.smin.", OMEN_SYM_BY_REDUCE_DERIVE, OMEN_SYM_SMIN},
    {"llvm.vector.reduce.smax.", OMEN_SYM_BY_REDUCE_DERIVE, OMEN_SYM_SMAX},
};
static const struct reduction *find_reduction(const char *name) {
  for (size_t i = 0; i < sizeof reductions / sizeof *reductions; i++)
    if (starts(name, reductions[i].prefix)) return &reductions[i];
  return NULL;
}

static bool is_integers(LLVMTypeRef t) {
  uint32_t parts, bits;
  return omen_sym_vector(t, &parts, &bits) && omen_sym_scalar(LLVMGetElementType(t));
}

static bool about_memory(const char *name) {
  return starts(name, "llvm.memcpy.") || starts(name, "llvm.memmove.") || starts(name, "llvm.memset.") ||
         starts(name, "llvm.va_");
}

enum omen_role omen_sym_intrinsic_role(struct omen_symfn *f, LLVMValueRef call, const char *name) {
  if (listed(nothing, name) || about_memory(name)) return OMEN_ROLE_NOTHING;
  if (LLVMGetNumArgOperands(call) == 0) return OMEN_ROLE_NOTHING;
  LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, 0));
  bool known = find_derived(name) || find_over(name) || listed(same, name) || starts(name, "llvm.bswap.") ||
               starts(name, "llvm.ptrmask.");
  if (known && omen_sym_scalar(t)) return OMEN_ROLE_FOLLOWS;
  bool by_parts = find_derived(name) || starts(name, "llvm.bswap.") || find_reduction(name);
  if (by_parts && is_integers(t)) return OMEN_ROLE_FOLLOWS;
  return OMEN_ROLE_LOSES;
}

void omen_sym_intrinsic_sinks(struct omen_symfn *f, LLVMValueRef call, const char *name,
                              void (*visit)(struct omen_symfn *f, LLVMValueRef v)) {
  bool all = about_memory(name) || omen_sym_intrinsic_role(f, call, name) == OMEN_ROLE_LOSES;
  for (unsigned i = 0, n = all ? LLVMGetNumArgOperands(call) : 0; i < n; i++)
    visit(f, LLVMGetOperand(call, i));
}

static LLVMValueRef derive(struct omen_symfn *f, LLVMValueRef call, uint32_t what, unsigned n,
                           uint32_t bits) {
  struct omen_ins *x = f->x;
  LLVMValueRef args[8] = {omen_ins_u32(x, what), omen_ins_u32(x, bits)};
  for (unsigned i = 0; i < 3; i++) {
    LLVMValueRef v = i < n ? LLVMGetOperand(call, i) : NULL;
    args[2 + 2 * i] = v ? omen_sym_shadow(f, v) : omen_ins_u32(x, 0);
    args[3 + 2 * i] = v ? omen_sym_value(x, v) : omen_ins_u64(x, 0);
  }
  if (what == OMEN_SYM_UCMP || what == OMEN_SYM_SCMP)
    args[7] = omen_ins_u64(x, omen_sym_bits(x, LLVMTypeOf(LLVMGetOperand(call, 0))));
  return omen_sym_build(f, OMEN_SX_derive, args, 8);
}

static void emit_over(struct omen_symfn *f, LLVMValueRef call, const struct over *o) {
  LLVMValueRef a = LLVMGetOperand(call, 0), b = LLVMGetOperand(call, 1);
  omen_sym_set(f, call, omen_sym_pair_of(f, OMEN_SX_binary, o->op, a, b));
  LLVMValueRef bit = derive(f, call, o->what, 2, omen_sym_bits(f->x, LLVMTypeOf(a)));
  omen_map_put(&f->second, call, (uint64_t)(uintptr_t)bit);
}

static void emit_value(struct omen_symfn *f, LLVMValueRef call, const char *name) {
  struct omen_ins *x = f->x;
  LLVMValueRef a = LLVMGetOperand(call, 0);
  const struct derived *d = find_derived(name);
  const struct over *o = find_over(name);
  const struct reduction *r = find_reduction(name);
  omen_sym_behind(f, call);
  if (is_integers(LLVMTypeOf(a))) {
    if (r)
      omen_sym_emit_lanes_call(f, call, r->kind, r->op, 1);
    else if (d)
      omen_sym_emit_lanes_call(f, call, OMEN_SYM_BY_DERIVE, d->what, d->operands);
    else
      omen_sym_emit_lanes_call(f, call, OMEN_SYM_BY_BYTESWAP, 0, 1);
    return;
  }
  if (o)
    emit_over(f, call, o);
  else if (d)
    omen_sym_set(f, call, derive(f, call, d->what, d->operands, omen_sym_bits(x, LLVMTypeOf(call))));
  else if (starts(name, "llvm.bswap.")) {
    LLVMValueRef args[] = {omen_sym_shadow(f, a), omen_ins_u32(x, omen_sym_bits(x, LLVMTypeOf(call)))};
    omen_sym_set(f, call, omen_sym_build(f, OMEN_SX_byteswap, args, 2));
  } else if (starts(name, "llvm.ptrmask."))
    omen_sym_set(f, call, omen_sym_pair_of(f, OMEN_SX_binary, OMEN_SYM_AND, a, LLVMGetOperand(call, 1)));
  else
    omen_sym_set(f, call, omen_sym_shadow(f, a));
}

void omen_sym_emit_memory_call(struct omen_symfn *f, LLVMValueRef call, bool fill) {
  struct omen_ins *x = f->x;
  LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1), n = LLVMGetOperand(call, 2);
  omen_sym_before(f, call);
  omen_sym_emit_pin(f, to, call, "address");
  if (!fill) omen_sym_emit_pin(f, from, call, "address");
  omen_sym_emit_pin(f, n, call, "length");
  LLVMValueRef wide = LLVMBuildIntCast2(x->b, n, x->i64, 0, "");
  LLVMValueRef copy[] = {to, from, wide};
  if (!fill) {
    omen_sym_build(f, OMEN_SX_copy, copy, 3);
    return;
  }
  uint32_t bits = omen_sym_bits(x, LLVMTypeOf(from)); /* memset itself takes an int */
  omen_sym_behind(f, call);
  LLVMValueRef set[] = {to, wide, omen_sym_cast(f, omen_sym_shadow(f, from), bits, 8, false)};
  omen_sym_build(f, OMEN_SX_fill, set, 3);
}

void omen_sym_emit_intrinsic(struct omen_symfn *f, LLVMValueRef call, const char *name) {
  if (starts(name, "llvm.va_start") || starts(name, "llvm.va_copy")) {
    omen_sym_emit_varargs(f, call, name);
    return;
  }
  if (starts(name, "llvm.va_")) return;
  if (about_memory(name)) {
    omen_sym_emit_memory_call(f, call, starts(name, "llvm.memset."));
    return;
  }
  enum omen_role role = omen_sym_intrinsic_role(f, call, name);
  if (role == OMEN_ROLE_LOSES) {
    omen_sym_lose(f, call);
    omen_sym_before(f, call);
    omen_sym_emit_outward(f, call);
  }
  if (role == OMEN_ROLE_FOLLOWS && omen_sym_wanted(f, call)) emit_value(f, call, name);
}

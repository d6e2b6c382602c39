/* Calls: expressions of arguments and results, by the protocol of abi_symbolic.h. */
#include "build/symbolic_cxx.h"
#include "build/symbolic_parts.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

/* Types of the functions that are modelled for expressions only: see instrument_calls.c. */
static const struct {
  const char *name, *types;
} modelled[] = {
    {"getc", "ip"},          {"fgetc", "ip"},      {"getchar", "i"},          {"_IO_getc", "ip"},
    {"ungetc", "iip"},       {"getline", "lppp"},  {"getdelim", "lppip"},     {"getenv", "pp"},
    {"secure_getenv", "pp"}, {"strtoll", "lppi"},  {"strtoull", "lppi"},      {"atoll", "lp"},
    {"toupper", "ii"},       {"tolower", "ii"},    {"isalpha", "ii"},         {"isdigit", "ii"},
    {"isalnum", "ii"},       {"isspace", "ii"},    {"isupper", "ii"},         {"islower", "ii"},
    {"isxdigit", "ii"},      {"ispunct", "ii"},    {"isprint", "ii"},         {"strchrnul", "ppi"},
    {"memrchr", "ppil"},     {"mempcpy", "pppl"},  {"stpncpy", "pppl"},       {"strtok", "ppp"},
    {"strtok_r", "pppp"},    {"sscanf", "ipp."},   {"scanf", "ip."},          {"fscanf", "ipp."},
    {"putchar", "ii"},       {"putc", "iip"},      {"fputc", "iip"},          {"abs", "ii"},
    {"labs", "ll"},          {"getopt", "iipp"},   {"getopt_long", "iipppp"}, {"bsearch", "pppllp"},
    {"vprintf", "ipp"},      {"vfprintf", "ippp"}, {"vsprintf", "ippp"},      {"vsnprintf", "iplpp"},
};
static const char *const runtime_names[] = {
#define X(name) #name,
#include "runtime/symbolic_calls.def"
#undef X
};
_Static_assert(sizeof modelled / sizeof modelled[0] == sizeof runtime_names / sizeof runtime_names[0],
               "a modelled function without its type");

const char *omen_symbolic_mismatch(void) {
  for (size_t i = 0; i < sizeof modelled / sizeof modelled[0]; i++)
    if (strcmp(modelled[i].name, runtime_names[i])) return runtime_names[i];
  return NULL;
}

static const char *name_of(LLVMValueRef callee) {
  size_t len;
  return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
}

/* --- which calls become calls of models --- */

/* Of another module; what a header leaves to a library may have a body here, too, for the sake of inlining.
 */
static bool is_elsewhere(LLVMValueRef fn) {
  return LLVMIsDeclaration(fn) || LLVMGetLinkage(fn) == LLVMAvailableExternallyLinkage;
}

static const char *model_of(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee) || !is_elsewhere(callee)) return NULL;
  const char *name = name_of(callee);
  if (!strncmp(name, "__isoc99_", 9)) name += 9; /* the scanf family, as headers call it */
  for (size_t i = 0; i < sizeof modelled / sizeof modelled[0]; i++)
    if (!strcmp(modelled[i].name, name))
      return omen_ins_call_types(call, modelled[i].types) ? modelled[i].name : NULL;
  for (size_t i = 0; !strncmp(name, "_Z", 2) && i < sizeof omen_symbolic_cxx / sizeof *omen_symbolic_cxx; i++)
    if (!strcmp(omen_symbolic_cxx[i].symbol, name))
      return omen_ins_call_types(call, omen_symbolic_cxx[i].types) ? omen_symbolic_cxx[i].name : NULL;
  return NULL;
}

/* The model calls the function, which it does not know: a program in C may load a library in C++. */
static void give_real(struct omen_symbolic *s, LLVMValueRef model, LLVMValueRef real) {
  struct omen_ins *x = s->x;
  LLVMValueRef at = omen_ins_u64(x, offsetof(struct omen_sym_hot, real));
  LLVMPositionBuilderBefore(x->b, model);
  LLVMBuildStore(x->b, real, LLVMConstGEP2(x->i8, LLVMGetNamedGlobal(x->m, "__omen_sym_hot"), &at, 1));
}

void omen_sym_redirect(struct omen_symbolic *s, LLVMValueRef fn) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef v = LLVMGetFirstInstruction(b), next; v; v = next) {
      next = LLVMGetNextInstruction(v);
      const char *name = LLVMIsACallInst(v) || LLVMIsAInvokeInst(v) ? model_of(v) : NULL;
      char kind[64];
      if (!name) continue;
      snprintf(kind, sizeof kind, "call:%s", name);
      LLVMValueRef real = LLVMGetCalledValue(v);
      LLVMValueRef model = omen_ins_redirect(s->x, v, "__omen_symlib_", name, kind);
      if (!strncmp(name, "cxx_", 4)) give_real(s, model, real);
    }
}

/* --- kinds of calls --- */

enum kind {
  OURS,     /* the checks' or the runtime's: no concern of the program's */
  FOLLOWED, /* knows the protocol */
  PERHAPS,  /* through a pointer, or of another module: it may */
  SIZED,    /* the allocator: sizes and addresses are made concrete */
  COPIES,   /* memcpy and its kin, with the size of what is written to behind the arguments */
  UNSEEN    /* assembly, mathematics: it does not */
};
static const char *const sized[] = {"malloc",         "calloc",   "realloc", "free",  "aligned_alloc",
                                    "posix_memalign", "memalign", "_Znwm",   "_Znam", "_ZdlPv",
                                    "_ZdaPv",         "_ZdlPvm",  "_ZdaPvm", NULL};

static bool listed(const char *const *list, const char *name) {
  for (; *list; list++)
    if (!strcmp(*list, name)) return true;
  return false;
}

static enum kind kind_of(struct omen_symfn *f, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (LLVMIsAInlineAsm(callee) || LLVMIsACallBrInst(call)) return UNSEEN;
  if (!LLVMIsAFunction(callee)) return PERHAPS;
  const char *name = name_of(callee);
  if (!strncmp(name, "__omen_lib_", 11) || !strncmp(name, "__omen_symlib_", 14)) return FOLLOWED;
  if (!strncmp(name, "__omen_", 7)) return OURS;
  if (!strcmp(name, "pthread_create") || !strcmp(name, "thrd_create")) return FOLLOWED;
  if (!is_elsewhere(callee)) return omen_map_get(&f->x->skipped, callee, NULL) ? PERHAPS : FOLLOWED;
  if (listed(sized, name)) return SIZED;
  if (!strcmp(name, "__memcpy_chk") || !strcmp(name, "__memmove_chk") || !strcmp(name, "__memset_chk"))
    return LLVMIsACallInst(call) && omen_ins_call_types(call, name[5] == 's' ? "ppill" : "pppll") ? COPIES
                                                                                                  : PERHAPS;
  return omen_ins_call_kind(f->x, call) == OMEN_NOTHING ? UNSEEN : PERHAPS;
}

enum omen_role omen_sym_call_role(struct omen_symfn *f, LLVMValueRef call) {
  const char *intrinsic = omen_ins_intrinsic(call);
  if (intrinsic) return omen_sym_intrinsic_role(f, call, intrinsic);
  switch (kind_of(f, call)) {
  case FOLLOWED:
  case PERHAPS:
    if (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail)
      return OMEN_ROLE_NOTHING;
    return omen_sym_bits(f->x, LLVMTypeOf(call)) ? OMEN_ROLE_SOURCE : OMEN_ROLE_NOTHING;
  case UNSEEN: return OMEN_ROLE_LOSES;
  default: return OMEN_ROLE_NOTHING;
  }
}

void omen_sym_call_sinks(struct omen_symfn *f, LLVMValueRef call,
                         void (*visit)(struct omen_symfn *f, LLVMValueRef v)) {
  const char *intrinsic = omen_ins_intrinsic(call);
  if (intrinsic) {
    omen_sym_intrinsic_sinks(f, call, intrinsic, visit);
    return;
  }
  if (kind_of(f, call) == OURS) return;
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) visit(f, LLVMGetOperand(call, i));
  visit(f, LLVMGetCalledValue(call));
}

/* --- the caller's side --- */

static LLVMTypeRef by_value(LLVMValueRef call, unsigned i) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

/* Where a by-value argument is copied from: always told, because its bytes are what matters. */
static bool give_by_value(struct omen_symfn *f, LLVMValueRef call, unsigned i) {
  if (!by_value(call, i) || i >= OMEN_SYM_ARGS) return false;
  struct omen_ins *x = f->x;
  LLVMValueRef hot = LLVMGetNamedGlobal(x->m, "__omen_sym_hot");
  LLVMValueRef at = omen_ins_u64(x, offsetof(struct omen_sym_hot, byval) + sizeof(void *) * i);
  LLVMBuildStore(x->b, LLVMGetOperand(call, i), LLVMConstGEP2(x->i8, hot, &at, 1));
  return true;
}

/* Returns what the arguments' expressions are, all in one (0: none has any), or NULL when none can have. */
static LLVMValueRef give_arguments(struct omen_symfn *f, LLVMValueRef call) {
  struct omen_ins *x = f->x;
  unsigned n = LLVMGetNumArgOperands(call);
  if (n > OMEN_SYM_ARGS && !LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)))
    omen_sym_lose_arguments(f, call, OMEN_SYM_ARGS);
  if (n > OMEN_SYM_ARGS) n = OMEN_SYM_ARGS;
  LLVMValueRef args[OMEN_SYM_ARGS + 1] = {LLVMGetCalledValue(call)}, any = NULL;
  bool memory = false;
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    args[i + 1] = omen_sym_shadow(f, v);
    if (give_by_value(f, call, i)) {
      memory = true;
      args[i + 1] = omen_ins_u32(x, 0);
    }
    if (!LLVMIsConstant(args[i + 1])) any = any ? LLVMBuildOr(x->b, any, args[i + 1], "") : args[i + 1];
  }
  if (any) omen_ins_build(x, f->s->args[n], args, n + 1);
  if (memory) LLVMBuildStore(x->b, args[0], LLVMGetNamedGlobal(x->m, "__omen_sym_hot"));
  if (memory && !any) /* the callee takes them all */
    for (unsigned i = 0; i < n; i++) {
      LLVMValueRef at = omen_ins_u64(x, offsetof(struct omen_sym_hot, arg) + 4 * i);
      LLVMBuildStore(x->b, omen_ins_u32(x, 0),
                     LLVMConstGEP2(x->i8, LLVMGetNamedGlobal(x->m, "__omen_sym_hot"), &at, 1));
    }
  return any;
}

/* Behind a call; false when there is no such place. */
static bool go_behind(struct omen_symfn *f, LLVMValueRef call) {
  if (LLVMIsACallInst(call)) {
    if (LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail) return false;
    omen_sym_behind(f, call);
    return true;
  }
  LLVMBasicBlockRef to = LLVMGetNormalDest(call);
  int k = omen_cfg_block(&f->cfg, to);
  if (k < 0 || f->cfg.blocks[k].npred != 1) return false;
  LLVMValueRef at = LLVMGetFirstInstruction(to);
  while (LLVMIsAPHINode(at)) at = LLVMGetNextInstruction(at);
  LLVMPositionBuilderBefore(f->x->b, at);
  LLVMSetCurrentDebugLocation2(f->x->b, LLVMInstructionGetDebugLoc(call));
  return true;
}

/* A member of std::string that has no model and may change it: which string? NULL: it is none. */
static LLVMValueRef changed_string(LLVMValueRef call) {
  const char *name = name_of(LLVMGetCalledValue(call));
  size_t n = sizeof omen_symbolic_cxx_string - 1;
  if (strncmp(name, omen_symbolic_cxx_string, n) || !LLVMGetNumArgOperands(call)) return NULL;
  const char *member = name + n + strspn(name + n, "0123456789");
  if (listed(omen_symbolic_cxx_keeps, name + n) || *member == '_') return NULL; /* _M_: parts of others */
  return LLVMGetOperand(call, 0);
}

static void emit_followed(struct omen_symfn *f, LLVMValueRef call, bool certain) {
  struct omen_ins *x = f->x;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  omen_sym_before(f, call);
  omen_sym_emit_pin(f, callee, call, "call");
  omen_sym_give_tail(f, call);
  LLVMValueRef site = certain ? NULL : omen_sym_lost_site(f, call), any = give_arguments(f, call);
  LLVMValueRef string = certain ? NULL : changed_string(call);
  bool model = !strncmp(name_of(callee), "__omen_", 7),
       outward = !certain && !model && omen_sym_emit_outward(f, call);
  omen_sym_emit_called_back(f, call);
  bool wanted = omen_sym_wanted(f, call);
  if (model)
    LLVMBuildStore(x->b, omen_ins_u32(x, wanted), omen_sym_hot_at(x, offsetof(struct omen_sym_hot, wanted)));
  if (wanted) omen_sym_build(f, OMEN_SX_expect, NULL, 0);
  if ((!wanted && !string && !outward && (certain || !any)) || !go_behind(f, call)) return;
  if (outward) omen_sym_build(f, OMEN_SX_inward, NULL, 0);
  if (string) {
    LLVMValueRef args[] = {string, site};
    omen_sym_build(f, OMEN_SX_string_lost, args, 2);
  }
  if (wanted) omen_sym_set(f, call, omen_sym_build(f, OMEN_SX_result, &callee, 1));
  if (certain || !any) return;
  unsigned n = LLVMGetNumArgOperands(call);
  LLVMValueRef args[] = {any, callee, omen_ins_u32(x, n > OMEN_SYM_ARGS ? OMEN_SYM_ARGS : n), site};
  omen_sym_build(f, OMEN_SX_unfollowed, args, 4);
}

void omen_sym_emit_call(struct omen_symfn *f, LLVMValueRef call) {
  const char *intrinsic = omen_ins_intrinsic(call);
  if (intrinsic) {
    omen_sym_emit_intrinsic(f, call, intrinsic);
    return;
  }
  switch (kind_of(f, call)) {
  case FOLLOWED: emit_followed(f, call, strncmp(name_of(LLVMGetCalledValue(call)), "__omen_", 7) != 0); break;
  case PERHAPS: emit_followed(f, call, false); break;
  case SIZED:
    omen_sym_before(f, call);
    for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
      omen_sym_emit_pin(f, LLVMGetOperand(call, i), call, "size");
    break;
  case COPIES:
    omen_sym_emit_memory_call(f, call, !strcmp(name_of(LLVMGetCalledValue(call)), "__memset_chk"));
    break;
  case UNSEEN:
    omen_sym_lose(f, call);
    omen_sym_before(f, call);
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) omen_sym_emit_outward(f, call);
    break;
  case OURS: break;
  }
}

/* --- the callee's side --- */

static bool is_main(struct omen_symfn *f) {
  return !strcmp(name_of(f->fn), "main") && LLVMCountParams(f->fn) &&
         omen_sym_bits(f->x, LLVMTypeOf(LLVMGetParam(f->fn, 0))) == 32;
}

static uint64_t by_value_size(struct omen_symfn *f, unsigned i) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(f->fn, i + 1, kind);
  return a ? LLVMABISizeOfType(f->x->td, LLVMGetTypeAttributeValue(a)) : 0;
}

/* May code that does not know whom it calls call it? Then it says that it has taken its arguments'
 * expressions, even if it has no use for them. */
static bool called_through_pointer(struct omen_symfn *f) {
  if (f->x->o->shared_library && LLVMGetLinkage(f->fn) == LLVMExternalLinkage) return true;
  for (LLVMUseRef u = LLVMGetFirstUse(f->fn); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    if (!call || LLVMGetCalledValue(user) != f->fn) return true;
    for (unsigned i = 0, n = LLVMGetNumArgOperands(user); i < n; i++)
      if (LLVMGetOperand(user, i) == f->fn) return true;
  }
  return false;
}

static bool is_variadic(struct omen_symfn *f) { return LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f->fn)); }

static bool takes_any(struct omen_symfn *f) {
  if (is_variadic(f)) return true;
  for (unsigned i = 0, n = LLVMCountParams(f->fn); i < n; i++)
    if (omen_sym_wanted(f, LLVMGetParam(f->fn, i)) || by_value_size(f, i)) return true;
  return LLVMCountParams(f->fn) && called_through_pointer(f);
}

static void take_parameters(struct omen_symfn *f) {
  struct omen_ins *x = f->x;
  LLVMValueRef self = f->fn, mine = omen_sym_build(f, OMEN_SX_enter, &self, 1);
  unsigned n = LLVMCountParams(f->fn);
  if (n > OMEN_SYM_ARGS) n = OMEN_SYM_ARGS;
  if (is_variadic(f)) omen_sym_take_tail(f, mine);
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef p = LLVMGetParam(f->fn, i);
    uint64_t size = by_value_size(f, i);
    if (size) {
      LLVMValueRef args[] = {mine, p, omen_ins_u64(x, i), omen_ins_u64(x, size)};
      omen_sym_build(f, OMEN_SX_byval, args, 4);
    } else if (omen_sym_wanted(f, p)) {
      LLVMValueRef args[] = {mine, omen_ins_u64(x, i)};
      omen_sym_set(f, p, omen_sym_build(f, OMEN_SX_param, args, 2));
    }
  }
}

/* Behind the allocas: helpers have branches, and an alloca behind one of them would no longer be static. */
void omen_sym_emit_entry(struct omen_symfn *f) {
  if (!takes_any(f)) return;
  LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->fn));
  while (LLVMIsAAllocaInst(at)) at = LLVMGetNextInstruction(at);
  LLVMPositionBuilderBefore(f->x->b, at);
  LLVMSetCurrentDebugLocation2(f->x->b, NULL);
  if (is_main(f)) {
    LLVMValueRef argc = LLVMGetParam(f->fn, 0);
    if (omen_sym_wanted(f, argc)) omen_sym_set(f, argc, omen_sym_build(f, OMEN_SX_argc, NULL, 0));
    return;
  }
  take_parameters(f);
}

void omen_sym_emit_return(struct omen_symfn *f, LLVMValueRef ret) {
  LLVMValueRef v = LLVMGetNumOperands(ret) ? LLVMGetOperand(ret, 0) : NULL;
  if (!v || !omen_sym_has(f, v)) return;
  omen_sym_before(f, ret);
  LLVMValueRef args[] = {omen_sym_shadow(f, v), f->fn};
  omen_sym_build(f, OMEN_SX_give, args, 2);
}

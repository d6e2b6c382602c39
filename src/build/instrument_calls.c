/* Calls: which library functions the runtime models, which calls run code that nobody sees, and at which
 * control may change hands. */
#include "build/instrument_parts.h"
#include "runtime/abi.h"
#include <stdlib.h>
#include <string.h>

/* Types of the modelled functions: the result, then the arguments; p pointer, i int, l 64 bits, d double, v
 * nothing, a dot for a variadic tail. A declaration of another type is some other function of the same name.
 */
struct library {
  const char *name, *types;
};
static const struct library types[] = {
    {"memcpy", "pppl"},    {"memmove", "pppl"},     {"memset", "ppil"},  {"memcmp", "ippl"},
    {"memchr", "ppil"},    {"bcmp", "ippl"},        {"bzero", "vpl"},    {"strlen", "lp"},
    {"strnlen", "lpl"},    {"strcpy", "ppp"},       {"strncpy", "pppl"}, {"stpcpy", "ppp"},
    {"strcat", "ppp"},     {"strncat", "pppl"},     {"strcmp", "ipp"},   {"strncmp", "ippl"},
    {"strcasecmp", "ipp"}, {"strncasecmp", "ippl"}, {"strchr", "ppi"},   {"strrchr", "ppi"},
    {"strstr", "ppp"},     {"strspn", "lpp"},       {"strcspn", "lpp"},  {"strpbrk", "ppp"},
    {"strsep", "ppp"},     {"strdup", "pp"},        {"strndup", "ppl"},  {"atoi", "ip"},
    {"atol", "lp"},        {"strtol", "lppi"},      {"strtoul", "lppi"}, {"strtod", "dpp"},
    {"puts", "ip"},        {"fputs", "ipp"},        {"fwrite", "lpllp"}, {"fread", "lpllp"},
    {"fgets", "ppip"},     {"read", "lipl"},        {"write", "lipl"},   {"pread", "lipll"},
    {"pwrite", "lipll"},   {"send", "lipli"},       {"recv", "lipli"},   {"sprintf", "ipp."},
    {"snprintf", "iplp."}, {"printf", "ip."},       {"fprintf", "ipp."}, {"qsort", "vpllp"},
};
/* The runtime's own list must be the same one. */
static const char *const runtime_names[] = {
#define X(name) #name,
#include "runtime/library_calls.def"
#undef X
};
_Static_assert(sizeof types / sizeof types[0] == sizeof runtime_names / sizeof runtime_names[0],
               "a library call without its type");

/* Defined by the runtime or watched by it: a call is a point, but nothing that is not seen. */
static const char *const seen_prefixes[] = {"pthread_", "sem_",      "mtx_",    "cnd_", "thrd_",
                                            "tss_",     "call_once", "__omen_", NULL};
static const char *const seen_names[] = {
    "malloc",        "calloc",       "realloc", "free",          "aligned_alloc", "posix_memalign",
    "memalign",      "_Znwm",        "_Znam",   "_ZdlPv",        "_ZdaPv",        "_ZdlPvm",
    "_ZdaPvm",       "exit",         "_exit",   "abort",         "__assert_fail", "sched_yield",
    "usleep",        "nanosleep",    "sleep",   "atexit",        "__cxa_atexit",  "__memcpy_chk",
    "__memmove_chk", "__memset_chk", "on_exit", "at_quick_exit", "quick_exit",    NULL};
/* They touch no memory but errno, which is the thread's own. */
static const char *const pure_names[] = {
    "sqrt",  "sin",     "cos",     "tan",     "asin",      "acos",     "atan",          "atan2",
    "sinh",  "cosh",    "tanh",    "exp",     "exp2",      "expm1",    "log",           "log2",
    "log10", "log1p",   "pow",     "fabs",    "floor",     "ceil",     "round",         "trunc",
    "fmod",  "hypot",   "cbrt",    "rint",    "nearbyint", "copysign", "fmin",          "fmax",
    "fma",   "ldexp",   "erf",     "erfc",    "lgamma",    "tgamma",   "abs",           "labs",
    "llabs", "toupper", "tolower", "isalpha", "isdigit",   "isspace",  "__ctype_b_loc", "__errno_location",
    NULL};

static bool listed(const char *const *list, const char *name) {
  for (; *list; list++)
    if (strcmp(*list, name) == 0) return true;
  return false;
}

static bool is_pure(LLVMValueRef callee, const char *name) {
  if (listed(pure_names, name)) return true;
  size_t n = strlen(name);
  if (n > 1 && (name[n - 1] == 'f' || name[n - 1] == 'l')) { /* sqrtf, sqrtl */
    char plain[32];
    if (n <= sizeof plain) {
      memcpy(plain, name, n - 1);
      plain[n - 1] = 0;
      if (listed(pure_names, plain)) return true;
    }
  }
  unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
  LLVMAttributeRef memory = LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind);
  return memory && LLVMGetEnumAttributeValue(memory) == 0; /* memory(none) */
}

static bool is_seen(const char *name) {
  for (const char *const *p = seen_prefixes; *p; p++)
    if (strncmp(name, *p, strlen(*p)) == 0) return true;
  return listed(seen_names, name);
}

static bool type_is(LLVMTypeRef t, char letter) {
  LLVMTypeKind k = LLVMGetTypeKind(t);
  switch (letter) {
  case 'p': return k == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == 0;
  case 'i': return k == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 32;
  case 'l': return k == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 64;
  case 'b': return k == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 8;
  case 'd': return k == LLVMDoubleTypeKind;
  case 'f': return k == LLVMFloatTypeKind;
  default: return k == LLVMVoidTypeKind;
  }
}

static bool signature_is(LLVMTypeRef fn, const char *want) {
  LLVMTypeRef params[8];
  unsigned n = LLVMCountParamTypes(fn);
  bool tail = want[strlen(want) - 1] == '.';
  if (n + 1 + tail != strlen(want) || n > 8 || LLVMIsFunctionVarArg(fn) != tail) return false;
  if (!type_is(LLVMGetReturnType(fn), want[0])) return false;
  LLVMGetParamTypes(fn, params);
  for (unsigned i = 0; i < n; i++)
    if (!type_is(params[i], want[i + 1])) return false;
  return true;
}

bool omen_ins_call_types(LLVMValueRef call, const char *want) {
  if (LLVMGetNumOperandBundles(call) || LLVMIsACallBrInst(call)) return false;
  if (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail) return false;
  return signature_is(LLVMGetCalledFunctionType(call), want);
}

static bool is_library(LLVMValueRef call, const char *name) {
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    if (strcmp(types[i].name, name) == 0) return omen_ins_call_types(call, types[i].types);
  return false;
}

static enum omen_ins_what asm_kind(LLVMValueRef callee) {
  size_t len;
  const char *text = LLVMGetInlineAsmAsmString(callee, &len);
  bool any = false;
  char squeezed[32];
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    if (strchr(" \t\n;", text[i])) continue;
    any = true;
    if (n < sizeof squeezed - 1) squeezed[n++] = text[i];
  }
  squeezed[n] = 0;
  if (!any) return OMEN_NOTHING; /* a compiler barrier */
  if (strcmp(squeezed, "pause") == 0 || strcmp(squeezed, "repnop") == 0) return OMEN_PAUSE;
  return OMEN_OPAQUE;
}

const char *omen_ins_intrinsic(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t len;
  if (!LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee)) return NULL;
  return LLVMGetValueName2(callee, &len);
}

static bool starts(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

static enum omen_ins_what intrinsic_kind(const char *name) {
  if (starts(name, "llvm.mem") || starts(name, "llvm.masked.")) return OMEN_ACCESS;
  if (strcmp(name, "llvm.x86.sse2.pause") == 0) return OMEN_PAUSE;
  return OMEN_NOTHING;
}

enum omen_ins_what omen_ins_call_kind(struct omen_ins *x, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t len;
  if (LLVMIsAInlineAsm(callee)) return asm_kind(callee);
  if (!LLVMIsAFunction(callee)) return OMEN_POINT;
  const char *name = LLVMGetValueName2(callee, &len);
  if (LLVMGetIntrinsicID(callee)) return intrinsic_kind(name);
  if (!LLVMIsDeclaration(callee)) return omen_map_get(&x->quiet, callee, NULL) ? OMEN_NOTHING : OMEN_POINT;
  if (omen_ins_is_mark(call)) return OMEN_NOTHING;
  if (is_library(call, name)) return OMEN_LIBRARY;
  if (is_seen(name)) return OMEN_POINT;
  return is_pure(callee, name) ? OMEN_NOTHING : OMEN_OPAQUE;
}

bool omen_ins_call_is_point(struct omen_ins *x, LLVMValueRef call) {
  enum omen_ins_what what = omen_ins_call_kind(x, call);
  return what != OMEN_NOTHING && what != OMEN_ACCESS;
}

static LLVMValueRef library_function(struct omen_ins *x, const char *prefix, const char *name,
                                     LLVMTypeRef plain, LLVMTypeRef *type) {
  LLVMTypeRef params[9] = {x->i32};
  LLVMGetParamTypes(plain, params + 1);
  *type = LLVMFunctionType(LLVMGetReturnType(plain), params, LLVMCountParamTypes(plain) + 1,
                           LLVMIsFunctionVarArg(plain));
  char full[64];
  snprintf(full, sizeof full, "%s%s", prefix, name);
  LLVMValueRef fn = LLVMGetNamedFunction(x->m, full);
  return fn ? fn : LLVMAddFunction(x->m, full, *type);
}

LLVMValueRef omen_ins_redirect(struct omen_ins *x, LLVMValueRef call, const char *prefix, const char *name,
                               const char *kind) {
  unsigned n = LLVMGetNumArgOperands(call);
  LLVMValueRef *args = omen_xcalloc(n + 1, sizeof *args);
  LLVMTypeRef type;
  LLVMValueRef fn = library_function(x, prefix, name, LLVMGetCalledFunctionType(call), &type);
  LLVMPositionBuilderBefore(x->b, call);
  LLVMValueRef first =
      n && type_is(LLVMTypeOf(LLVMGetOperand(call, 0)), 'p') ? LLVMGetOperand(call, 0) : NULL;
  args[0] = omen_ins_site_value(x, omen_ins_site(x, call, kind, 0, first));
  for (unsigned i = 0; i < n; i++) args[i + 1] = LLVMGetOperand(call, i);
  LLVMValueRef made;
  if (LLVMIsAInvokeInst(call))
    made =
        LLVMBuildInvoke2(x->b, type, fn, args, n + 1, LLVMGetNormalDest(call), LLVMGetUnwindDest(call), "");
  else
    made = LLVMBuildCall2(x->b, type, fn, args, n + 1, "");
  LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
  free(args);
  return made;
}

bool omen_ins_compares_few(LLVMValueRef call) {
  enum { MOST = 16 };
  size_t n;
  if (!LLVMIsACallInst(call) || strcmp(LLVMGetValueName2(LLVMGetCalledValue(call), &n), "bcmp")) return false;
  LLVMValueRef len = LLVMGetOperand(call, 2);
  return LLVMIsAConstantInt(len) && LLVMConstIntGetZExtValue(len) <= MOST;
}

void omen_ins_emit_library(struct omen_ins *x, LLVMValueRef call) {
  size_t len;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &len);
  char kind[64];
  snprintf(kind, sizeof kind, "lib:%s", name);
  bool few = omen_ins_compares_few(call) && !omen_ins_unsanitized(x, call);
  omen_ins_redirect(x, call, "__omen_lib_", few ? "few" : name, kind);
}

/* Keeps the two lists honest: called by the unit tests. */
const char *omen_ins_library_mismatch(void) {
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    if (strcmp(types[i].name, runtime_names[i])) return runtime_names[i];
  return NULL;
}

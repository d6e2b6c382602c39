/* From a bitcode file to an object: reads the module, prepares it, has every function instrumented, runs the
 * passes that inline the checks, and emits. See instrument.h. */
#include "build/instrument_parts.h"
#include "build/symbolic.h"
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Before: locals of unoptimised code become registers, loops get preheaders. After: the checks are inlined,
 * and what they have in common within a block is shared. Nothing that moves code between functions: stacks
 * would change. */
#define PASSES_BEFORE "function(mem2reg,loop-simplify)"
#define PASSES_AFTER "always-inline,function(early-cse,simplifycfg)"
/* With expressions: what only a cold half needs is computed there. */
#define PASSES_SYMBOLIC "function(break-crit-edges)"
#define PASSES_AFTER_SYMBOLIC "always-inline,function(sink,early-cse,simplifycfg)"

static int fail_with(struct omen_err *err, const char *what, char *why) {
  int rc = omen_fail(err, "%s: %s", what, why && *why ? why : "unknown error");
  if (why) LLVMDisposeMessage(why);
  return rc;
}

static int load(struct omen_ins *x, const char *path, struct omen_err *err) {
  LLVMMemoryBufferRef mem;
  char *why = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &mem, &why)) return fail_with(err, path, why);
  if (LLVMParseIRInContext(x->c, mem, &x->m, &why)) return fail_with(err, path, why); /* takes the buffer */
  if (LLVMVerifyModule(x->m, LLVMReturnStatusAction, &why)) return fail_with(err, path, why);
  LLVMDisposeMessage(why);
  if (!LLVMIsNewDbgInfoFormat(x->m)) LLVMSetIsNewDbgInfoFormat(x->m, 1);
  return 0;
}

static int target(struct omen_ins *x, LLVMTargetMachineRef *tm, struct omen_err *err) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
  const char *triple = LLVMGetTarget(x->m);
  LLVMTargetRef t;
  char *why = NULL;
  if (strncmp(triple, "x86_64", 6) || strstr(triple, "x32"))
    return omen_fail(err, "the program is built for %s; only x86_64 can be analysed", triple);
  if (LLVMGetTargetFromTriple(triple, &t, &why)) return fail_with(err, triple, why);
  static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelLess, LLVMCodeGenLevelDefault,
                                               LLVMCodeGenLevelDefault, LLVMCodeGenLevelDefault};
  int level = x->o->opt_level < 0 ? 0 : x->o->opt_level > 3 ? 3 : x->o->opt_level;
  if (x->o->no_optimise && !x->o->symbolic)
    level = 0; /* its code is calls, mostly: nothing is gained by more */
  bool pic = x->o->pic || x->o->shared_library;
  /* processor and features are attributes of each function */
  *tm = LLVMCreateTargetMachine(t, triple, "x86-64", "", levels[level], pic ? LLVMRelocPIC : LLVMRelocStatic,
                                LLVMCodeModelDefault);
  if (!*tm) return omen_fail(err, "cannot make code for %s", triple);
  x->td = LLVMCreateTargetDataLayout(*tm);
  return 0;
}

static int passes(struct omen_ins *x, LLVMTargetMachineRef tm, const char *list, struct omen_err *err) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef e = LLVMRunPasses(x->m, list, tm, options);
  LLVMDisposePassBuilderOptions(options);
  if (!e) return 0;
  char *why = LLVMGetErrorMessage(e);
  int rc = omen_fail(err, "%s: %s", list, why);
  LLVMDisposeErrorMessage(why);
  return rc;
}

static void remove_attr(LLVMValueRef fn, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  if (kind) LLVMRemoveEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, kind);
}

/* Code compiled without optimisation must keep every one of its accesses, and their order. Marking them
 * volatile says exactly that to every later pass and to code generation, while the checks between them can be
 * optimised. */
static void pin_accesses(LLVMValueRef fn) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
      if (LLVMIsALoadInst(v) || LLVMIsAStoreInst(v)) LLVMSetVolatile(v, 1);
}

static LLVMAttributeRef text_attr(struct omen_ins *x, const char *key, const char *value) {
  return LLVMCreateStringAttribute(x->c, key, (unsigned)strlen(key), value, (unsigned)strlen(value));
}

static void open_functions(struct omen_ins *x, struct omen_map *unoptimised) {
  for (LLVMValueRef f = LLVMGetFirstFunction(x->m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || !omen_has_attr(f, LLVMAttributeFunctionIndex, "optnone")) continue;
    remove_attr(f, "optnone");
    omen_map_put(unoptimised, f, 1);
  }
}

/* An odd frame is filled up by pushing rax, which often has what a check left there: clocks that never come
 * back. Then the stack of an endless loop would never be the same again (runtime/explore/recur.h). So
 * functions begin with `xor %eax, %eax`. Those with variable arguments, or another convention (regcall,
 * preserve_none), get something in rax. */
static bool takes_rax(LLVMValueRef f) {
  unsigned convention = LLVMGetFunctionCallConv(f);
  return LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f)) ||
         (convention != LLVMCCallConv && convention != LLVMFastCallConv && convention != LLVMColdCallConv);
}

static void begin_clean(struct omen_ins *x, LLVMValueRef f) {
  if (takes_rax(f) || LLVMHasPrologueData(f) || omen_has_attr(f, LLVMAttributeFunctionIndex, "naked")) return;
  LLVMSetPrologueData(f, LLVMConstInt(LLVMInt16TypeInContext(x->c), 0xc031, 0));
}

/* What the compiler inferred about a function is no longer so once it calls the runtime. */
static void close_function(struct omen_ins *x, LLVMValueRef f) {
  static const char *const gone[] = {"memory",     "nosync",       "nofree",
                                     "willreturn", "mustprogress", "speculatable"};
  for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++) remove_attr(f, gone[i]);
  remove_attr(f,
              "sanitize_thread"); /* of the program's own compilation: keeps short comparisons out of line */
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, text_attr(x, "frame-pointer", "all"));
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, text_attr(x, "disable-tail-calls", "true"));
  begin_clean(x, f);
}

/* The same for what was noted where a function is called. */
static void close_calls(LLVMValueRef fn) {
  unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
      if (!LLVMIsACallInst(v) && !LLVMIsAInvokeInst(v)) continue;
      LLVMValueRef callee = LLVMGetCalledValue(v);
      if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        LLVMRemoveCallSiteEnumAttribute(v, LLVMAttributeFunctionIndex, memory);
    }
}

static void release_function(struct omen_fn *f) {
  free(f->sums);
  free(f->acc);
  free(f->ev);
  free(f->ticks);
  free(f->busy);
  free(f->first);
  omen_cfg_release(&f->cfg);
}

static void function(struct omen_ins *x, LLVMValueRef fn) {
  struct omen_fn f = {.x = x, .fn = fn};
  omen_cfg_init(&f.cfg, fn);
  omen_map_clear(&x->padded);
  omen_map_clear(&x->priv); /* it knows values of the last function, some of which are gone */
  omen_fn_find_outlived(&f);
  omen_fn_find_ticks(&f);
  if (omen_ins_excluded(fn)) {
    omen_fn_emit_excluded(&f);
    release_function(&f);
    return;
  }
  omen_fn_collect(&f);
  for (int i = 0; i < f.nacc; i++)
    if (!f.acc[i].mask && omen_ins_private(x, f.acc[i].ptr) && !omen_fn_uses_outlived(&f, f.acc[i].ptr))
      f.acc[i].gone = true;
  omen_fn_bounds(&f);
  if (!x->o->no_optimise) {
    omen_fn_hoist(&f);
    omen_fn_merge(&f);
    omen_fn_find_searches(&f);
  }
  omen_fn_plan_frame(&f);
  omen_fn_emit(&f);
  omen_fn_emit_frame(&f);
  release_function(&f);
}

static void finish_module(struct omen_ins *x) {
  omen_ins_globals(x);
  omen_ins_pad_globals(x);
  LLVMValueRef n = omen_ins_u32(x, x->sites.n);
  if (!x->o->shared_library) {
    LLVMValueRef g = LLVMAddGlobal(x->m, x->i32, "__omen_exe_sites");
    LLVMSetInitializer(g, n);
    LLVMSetGlobalConstant(g, 1);
    return;
  }
  omen_ins_add_register(x, n);
}

/* Sites are numbered anew: no site belongs to two pieces. */
static void enter_piece(struct omen_ins *x, size_t *last, size_t piece) {
  if (piece == *last) return;
  *last = piece;
  x->first_site = x->pieces.v[piece].first = (uint32_t)x->sites.n;
  omen_map_clear(&x->site_ids);
}

static void instrument(struct omen_ins *x, struct omen_map *unoptimised) {
  x->unoptimised = unoptimised;
  omen_ir_names_init(&x->names, x->m, x->td);
  omen_ins_select(x);
  size_t piece = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(x->m); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !omen_map_get(&x->skipped, f, NULL)) {
      if (x->pieces.n) enter_piece(x, &piece, omen_pieces_of(&x->pieces, f));
      function(x, f); /* declarations are added */
    }
  for (LLVMValueRef f = LLVMGetFirstFunction(x->m); f; f = LLVMGetNextFunction(f)) {
    if (omen_map_get(&x->skipped, f, NULL) || LLVMIsDeclaration(f)) continue;
    if (omen_map_get(unoptimised, f, NULL)) pin_accesses(f);
    close_function(x, f);
    close_calls(f);
  }
  omen_ins_drop_marks(x);
}

static int add_expressions(struct omen_ins *x, LLVMTargetMachineRef tm, struct omen_err *err) {
  struct omen_symbolic *s = omen_symbolic_new(x);
  int rc = omen_symbolic_helpers(s, err);
  if (!rc) {
    omen_symbolic_number(s);
    rc = passes(x, tm, PASSES_SYMBOLIC, err);
  }
  if (!rc) omen_symbolic_functions(s);
  omen_symbolic_free(s);
  return rc;
}

static int emit(struct omen_ins *x, LLVMTargetMachineRef tm, const char *object, const char *sites,
                struct omen_err *err) {
  char *why = NULL;
  if (x->o->ir_out && LLVMPrintModuleToFile(x->m, x->o->ir_out, &why))
    return fail_with(err, x->o->ir_out, why);
  if (LLVMVerifyModule(x->m, LLVMReturnStatusAction, &why)) return fail_with(err, "instrumented code", why);
  LLVMDisposeMessage(why);
  why = NULL;
  if (omen_sites_write(&x->sites, sites, err)) return -1;
  if (!LLVMTargetMachineEmitToFile(tm, x->m, object, LLVMObjectFile, &why)) return 0;
  unlink(sites);
  unlink(object);
  return fail_with(err, object, why);
}

static LLVMMemoryBufferRef piece_code(struct omen_ins *x, void *with, struct omen_err *err) {
  LLVMTargetMachineRef tm = with;
  LLVMMemoryBufferRef made = NULL;
  char *why = NULL;
  if (passes(x, tm, PASSES_AFTER, err)) return NULL;
  if (LLVMTargetMachineEmitToMemoryBuffer(tm, x->m, LLVMObjectFile, &why, &made))
    fail_with(err, "instrumented code", why);
  return made;
}

static int emit_pieces(struct omen_ins *x, LLVMTargetMachineRef tm, const char *sites, struct omen_err *err) {
  omen_ins_lower_constructors(x);
  if (omen_sites_write(&x->sites, sites, err)) return -1;
  int rc = omen_ins_emit_pieces(x, piece_code, tm, err);
  if (rc) unlink(sites);
  return rc;
}

static int run(struct omen_ins *x, LLVMTargetMachineRef *tm, const char *in, const char *object,
               const char *sites, struct omen_err *err) {
  struct omen_map unoptimised = {0};
  if (load(x, in, err) || omen_ins_mark_pruned(x, err) || target(x, tm, err)) return -1;
  omen_ins_checks(x);
  omen_ins_random(x);
  open_functions(x, &unoptimised);
  int rc = passes(x, *tm, PASSES_BEFORE, err);
  if (!rc && x->o->pieces) omen_pieces_plan(&x->pieces, x->m, x->o->piece_size);
  if (!rc) rc = omen_ins_add_helpers(x, err);
  if (!rc) {
    instrument(x, &unoptimised);
    if (x->o->symbolic) rc = add_expressions(x, *tm, err);
  }
  if (!rc) finish_module(x);
  if (!rc && x->pieces.n) {
    rc = emit_pieces(x, *tm, sites, err);
    omen_map_release(&unoptimised);
    return rc;
  }
  if (!rc) {
    rc = passes(x, *tm, x->o->symbolic ? PASSES_AFTER_SYMBOLIC : PASSES_AFTER, err);
  }
  if (!rc) omen_ins_lower_constructors(x);
  if (!rc) rc = emit(x, *tm, object, sites, err);
  omen_map_release(&unoptimised);
  return rc;
}

static void ignore(LLVMDiagnosticInfoRef info, void *data) {
  (void)info;
  (void)data;
}

static void init(struct omen_ins *x, const struct omen_instrument_options *o) {
  *x = (struct omen_ins){.o = o, .c = LLVMContextCreate()};
  LLVMContextSetDiagnosticHandler(x->c, ignore, NULL); /* the default one ends the process */
  x->b = LLVMCreateBuilderInContext(x->c);
  x->i1 = LLVMInt1TypeInContext(x->c);
  x->i8 = LLVMInt8TypeInContext(x->c);
  x->i32 = LLVMInt32TypeInContext(x->c);
  x->i64 = LLVMInt64TypeInContext(x->c);
  x->ptr = LLVMPointerTypeInContext(x->c, 0);
  x->nothing = LLVMVoidTypeInContext(x->c);
  x->sites.module = omen_xstrdup(o->module_name ? o->module_name : "");
}

static void release(struct omen_ins *x, LLVMTargetMachineRef tm) {
  omen_sites_release(&x->sites);
  omen_pieces_release(&x->pieces);
  omen_ir_names_release(&x->names);
  omen_map_release(&x->priv);
  omen_map_release(&x->site_ids);
  omen_map_release(&x->quiet);
  omen_map_release(&x->skipped);
  omen_map_release(&x->unsanitized);
  omen_map_release(&x->padded);
  omen_map_release(&x->outlived);
  LLVMDisposeBuilder(x->b);
  if (x->td) LLVMDisposeTargetData(x->td);
  if (x->m) LLVMDisposeModule(x->m);
  if (tm) LLVMDisposeTargetMachine(tm);
  LLVMContextDispose(x->c);
}

int omen_instrument_file(const char *bitcode_in, const char *object_out, const char *sites_out,
                         const struct omen_instrument_options *o, struct omen_err *err) {
  struct omen_ins x;
  LLVMTargetMachineRef tm = NULL;
  init(&x, o);
  int rc = run(&x, &tm, bitcode_in, object_out, sites_out, err);
  release(&x, tm);
  return rc;
}

/* Reads the program's modules, makes one of them, and prepares it: variables that never leave their function
 * become values, small functions are inlined. Both only make the analysis sharper: inlining tells apart the
 * calls of a wrapper, and an access keeps its place in the source. */
#include "static/program.h"
#include "static/prune.h"
#include "build/marks.h"
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>

const char *omen_value_name(LLVMValueRef v) {
  size_t n;
  return LLVMGetValueName2(v, &n);
}

bool omen_is_call(LLVMValueRef v) {
  return LLVMIsACallInst(v) || LLVMIsAInvokeInst(v) || LLVMIsACallBrInst(v);
}

LLVMValueRef omen_callee(LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  for (int i = 0; i < 8 && LLVMIsAGlobalAlias(f); i++) f = LLVMAliasGetAliasee(f);
  return LLVMIsAFunction(f) ? f : NULL;
}

LLVMValueRef omen_resolver(LLVMValueRef ifunc) {
  LLVMValueRef f = LLVMGetGlobalIFuncResolver(ifunc);
  for (int i = 0; i < 8 && f && LLVMIsAGlobalAlias(f); i++) f = LLVMAliasGetAliasee(f);
  return f;
}

bool omen_comes_again(LLVMValueRef call) {
  LLVMValueRef f = omen_callee(call);
  if (f && !strncmp(omen_value_name(f), "llvm.eh.sjlj.setjmp", 19)) return true;
  unsigned kind = LLVMGetEnumAttributeKindForName("returns_twice", 13);
  return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind) ||
         (f && LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind));
}

static int fail_with(struct omen_err *err, const char *path, char *why) {
  omen_fail(err, "%s: %s", omen_base_name(path), why ? why : "not understood");
  LLVMDisposeMessage(why);
  return -1;
}

static int read_module(LLVMContextRef c, const char *path, LLVMModuleRef *m, struct omen_err *err) {
  LLVMMemoryBufferRef mem;
  char *why = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &mem, &why)) return fail_with(err, path, why);
  if (LLVMParseIRInContext(c, mem, m, &why)) return fail_with(err, path, why);
  return 0;
}

/* Of two functions of one name the dynamic linker takes the first for both, unless the later one's library
 * was linked to keep its own: that gets another name, and may be either. */
static void rename_later(struct omen_program *p, LLVMValueRef f) {
  char *first = omen_xstrdup(omen_value_name(f)), *own = omen_format("%s.of.%u", first, p->nfns++);
  LLVMSetValueName2(f, own, strlen(own));
  omen_buf_addf(&p->twins, "%s=%s\n", omen_value_name(f), first);
  free(first);
  free(own);
}

/* Of two definitions the dynamic linker takes the first: the later one gives way. */
static void give_way(struct omen_program *p, LLVMModuleRef later) {
  LLVMModuleRef first = p->m;
  for (LLVMValueRef f = LLVMGetFirstFunction(later); f; f = LLVMGetNextFunction(f)) {
    LLVMValueRef other = LLVMGetNamedFunction(first, omen_value_name(f));
    if (other && !LLVMIsDeclaration(other) && !LLVMIsDeclaration(f) &&
        LLVMGetLinkage(f) == LLVMExternalLinkage)
      rename_later(p, f);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(later); g; g = LLVMGetNextGlobal(g)) {
    LLVMValueRef other = LLVMGetNamedGlobal(first, omen_value_name(g));
    if (other && !LLVMIsDeclaration(other) && !LLVMIsDeclaration(g) &&
        LLVMGetLinkage(g) == LLVMExternalLinkage)
      LLVMSetLinkage(g, LLVMWeakAnyLinkage);
  }
}

static void drop_attribute(LLVMValueRef f, const char *name) {
  LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                 LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

/* Excluded functions are as good as functions without a body: nothing is seen of them. */
static bool excluded(LLVMValueRef f) {
  return LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, OMEN_ATTR_EXCLUDED,
                                       (unsigned)strlen(OMEN_ATTR_EXCLUDED));
}

/* All of it is assembly, its return, too. */
static bool is_naked(LLVMValueRef f) {
  return LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                     LLVMGetEnumAttributeKindForName("naked", 5));
}

static int run_passes(LLVMModuleRef m, const char *passes, struct omen_err *err) {
  LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
  LLVMErrorRef bad = LLVMRunPasses(m, passes, NULL, o);
  LLVMDisposePassBuilderOptions(o);
  if (!bad) return 0;
  char *why = LLVMGetErrorMessage(bad);
  omen_fail(err, "cannot prepare the program's bitcode: %s", why);
  LLVMDisposeErrorMessage(why);
  return -1;
}

#define STD_THREAD_START                                                                                     \
  "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"

static int prepare(struct omen_program *p, const char *names, struct omen_err *err) {
  LLVMModuleRef m = p->m;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    drop_attribute(f, "optnone");
    if (!excluded(f) && !is_naked(f)) drop_attribute(f, "noinline");
  }
  omen_keep_renamed(p, p->twins.data);
  omen_keep_renamed(p, names);
  if (run_passes(m, "inferattrs,function(sroa,instsimplify),cgscc(inline,function(sroa,instsimplify))", err))
    return -1;
  if (!omen_empty_given_states(m, STD_THREAD_START)) return 0;
  return run_passes(m, "function(instsimplify,sccp)", err);
}

uint32_t omen_fn_number(struct omen_program *p, LLVMValueRef fn) {
  uint64_t n;
  return omen_map_get(&p->fn_of, fn, &n) ? (uint32_t)n : UINT32_MAX;
}

static void note_function(struct omen_program *p, LLVMValueRef f) {
  OMEN_GROW(p->fns, p->nfns, p->fns_cap);
  struct omen_scan_fn *fn = &p->fns[p->nfns];
  *fn = (struct omen_scan_fn){.value = f, .excluded = excluded(f)};
  fn->body = !LLVMIsDeclaration(f) && !is_naked(f);
  omen_map_put(&p->fn_of, f, p->nfns++);
  if (fn->body) omen_cfg_init(&fn->cfg, f);
}

int omen_program_read(struct omen_program *p, char **bitcode, int n, bool number, const char *names,
                      struct omen_err *err) {
  *p = (struct omen_program){.c = LLVMContextCreate(), .nmodules = (uint32_t)n};
  omen_pt_init(&p->pt);
  if (number) p->numbered = omen_xcalloc((size_t)n, sizeof *p->numbered);
  for (int i = 0; i < n; i++) {
    LLVMModuleRef m;
    if (read_module(p->c, bitcode[i], i ? &m : &p->m, err)) return -1;
    if (number) p->numbered[i] = omen_prune_number(p->c, i ? m : p->m, (uint64_t)i);
    if (!i) continue;
    give_way(p, m);
    if (LLVMLinkModules2(p->m, m))
      return omen_fail(err, "%s: its bitcode does not fit the program's", bitcode[i]);
  }
  p->nfns = 0;
  omen_keep_reads(p->c, p->m);
  if (prepare(p, names, err)) return -1;
  p->td = LLVMGetModuleDataLayout(p->m);
  for (LLVMValueRef f = LLVMGetFirstFunction(p->m); f; f = LLVMGetNextFunction(f)) note_function(p, f);
  return 0;
}

void omen_program_release(struct omen_program *p) {
  omen_pt_release(&p->pt);
  for (uint32_t i = 0; i < p->nfns; i++) {
    if (p->fns[i].body) omen_cfg_release(&p->fns[i].cfg);
    free(p->fns[i].calls.v);
    free(p->fns[i].callers.v);
  }
  for (uint32_t i = 0; i < p->ncalls; i++) {
    free(p->calls[i].callees.v);
    free(p->calls[i].starts.v);
  }
  free(p->fns);
  free(p->calls);
  free(p->shared.v);
  free(p->callbacks.v);
  free(p->leaving.v);
  free(p->at_end.v);
  free(p->watchers);
  free(p->numbered);
  omen_map_release(&p->nodes);
  omen_map_release(&p->objects);
  omen_map_release(&p->fn_of);
  omen_map_release(&p->call_of);
  omen_table_release(&p->reset);
  omen_map_release(&p->also);
  omen_buf_release(&p->twins);
  omen_table_release(&p->unknown_names);
  if (p->m) LLVMDisposeModule(p->m);
  LLVMContextDispose(p->c);
}

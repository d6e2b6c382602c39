/* Frames: the variables of a function that others are given the address of, in one piece of stack, with gaps
 * before, between and behind them (runtime/abi.h). The shadow of the gaps is written on entry; on return the
 * gaps are memory like any other again, or, where an address may have outlived the call, all of it is bad and
 * the header says that the call is over. What is left in this way without a return (longjmp, exceptions, the
 * end of a thread) is found out when somebody comes across it: the header tells which call it belonged to
 * (runtime/memory/stack.c).
 *
 * By-value arguments that need gaps are copied into the frame. */
#define OMEN_ABI_NO_PROTOTYPES
#include "build/instrument_frames.h"
#include "runtime/abi.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 28 };

/* --- what goes in --- */

static bool may_have_frame(LLVMValueRef fn) {
  if (omen_has_attr(fn, LLVMAttributeFunctionIndex, "presplitcoroutine")) return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
      if (!LLVMIsACallInst(v)) continue;
      if (LLVMGetTailCallKind(v) == LLVMTailCallKindMustTail) return false;
      const char *name = omen_ins_intrinsic(v);
      if (name && (!strncmp(name, "llvm.localescape", 16) || !strncmp(name, "llvm.coro.", 10))) return false;
    }
  return true;
}

static bool needs_gaps(struct omen_ins *x, LLVMValueRef v) {
  return omen_map_get(&x->padded, v, NULL) || !omen_ins_local(v);
}

static void take(struct omen_ins_frame *fr, LLVMValueRef v, uint64_t size, unsigned align) {
  OMEN_GROW(fr->var, fr->n, fr->cap);
  struct omen_ins_variable *var = &fr->var[fr->n];
  bool escapes = omen_ins_outlived(fr->f->x, v) || !omen_ins_stays(v);
  *var = (struct omen_ins_variable){.v = v, .size = size, .align = align, .escapes = escapes};
  var->scoped = omen_scope_wanted(fr, var);
  fr->scoped |= var->scoped;
  fr->escapes |= escapes;
  fr->n++;
}

static void choose(struct omen_ins_frame *fr) {
  struct omen_ins *x = fr->f->x;
  uint64_t size;
  for (unsigned i = 0; i < LLVMCountParams(fr->f->fn); i++) {
    LLVMValueRef p = LLVMGetParam(fr->f->fn, i);
    if (!omen_has_attr(fr->f->fn, i + 1, "byval") || !omen_ins_extent(x, p, &size) || !size || size > MOST)
      continue;
    unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fr->f->fn, i + 1, kind);
    if (needs_gaps(x, p)) take(fr, p, size, a ? (unsigned)LLVMGetEnumAttributeValue(a) : 8);
  }
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fr->f->fn);
  for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v)) {
    if (!LLVMIsAAllocaInst(v) || !omen_ins_extent(x, v, &size) || !size || size > MOST) continue;
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == 0 && needs_gaps(x, v))
      take(fr, v, size, LLVMGetAlignment(v));
  }
}

static uint64_t round_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }

/* Variable and gap together. The gap grows with the variable: who goes wrong in a large one goes further
 * wrong. */
static uint64_t room_for(uint64_t size) {
  uint64_t whole = round_up(size, 16);
  return size <= 4 ? 16
                   : whole + (size <= 16     ? 16
                              : size <= 128  ? 32
                              : size <= 512  ? 64
                              : size <= 4096 ? 128
                                             : 256);
}

static void place(struct omen_ins_frame *fr) {
  fr->align = 16;
  fr->size = OMEN_FRAME_HEADER;
  for (size_t i = 0; i < fr->n; i++) {
    struct omen_ins_variable *v = &fr->var[i];
    v->at = round_up(fr->size, v->align > 16 ? v->align : 16);
    fr->size = v->at + room_for(v->size);
    if (v->align > fr->align) fr->align = v->align;
  }
}

/* --- its description --- */

static LLVMValueRef text(struct omen_ins *x, const char *s) {
  LLVMValueRef value = LLVMConstStringInContext2(x->c, s, strlen(s), 0);
  LLVMValueRef g = LLVMAddGlobal(x->m, LLVMTypeOf(value), "__omen_name");
  LLVMSetInitializer(g, value);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(g, 1);
  LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
  return g;
}

static LLVMValueRef describe_variable(struct omen_ins *x, const struct omen_ins_variable *v) {
  uint64_t slot;
  struct omen_ir_variable named = {0};
  if (omen_map_get(&x->names.slots, v->v, &slot) || omen_map_get(&x->names.locals, v->v, &slot))
    omen_ir_names_variable(&x->names, (LLVMMetadataRef)(uintptr_t)slot, &named);
  LLVMValueRef values[] = {omen_ins_u32(x, v->at), omen_ins_u32(x, v->size), omen_ins_u32(x, named.line),
                           omen_ins_u32(x, v->scoped ? OMEN_SCOPED : v->escapes),
                           text(x, named.name ? named.name : "")};
  omen_ir_variable_release(&named);
  return LLVMConstStructInContext(x->c, values, 5, 0);
}

static LLVMValueRef make_layout(struct omen_fn *f, const struct omen_ins_variable *v, size_t n, uint64_t size,
                                bool escapes, bool scoped) {
  struct omen_ins *x = f->x;
  size_t len;
  LLVMValueRef *all = omen_xcalloc(n, sizeof *all);
  for (size_t i = 0; i < n; i++) all[i] = describe_variable(x, &v[i]);
  LLVMValueRef values[] = {omen_ins_u32(x, size),
                           omen_ins_u32(x, n),
                           omen_ins_u32(x, escapes),
                           omen_ins_u32(x, scoped),
                           text(x, LLVMGetValueName2(f->fn, &len)),
                           LLVMConstArray2(LLVMTypeOf(all[0]), all, n)};
  LLVMValueRef value = LLVMConstStructInContext(x->c, values, 6, 0);
  LLVMValueRef layout = LLVMAddGlobal(x->m, LLVMTypeOf(value), "__omen_frame");
  LLVMSetInitializer(layout, value);
  LLVMSetLinkage(layout, LLVMInternalLinkage);
  LLVMSetGlobalConstant(layout, 1);
  free(all);
  return layout;
}

LLVMValueRef omen_ins_frame_layout(struct omen_fn *f, LLVMValueRef array, uint64_t at) {
  struct omen_ins_variable v = {.v = array, .at = at};
  return make_layout(f, &v, 1, 0, false, false);
}

/* --- entry and return --- */

LLVMValueRef omen_ins_frame_address(struct omen_ins *x) {
  LLVMTypeRef params[] = {x->i32}, type = LLVMFunctionType(x->ptr, params, 1, 0);
  LLVMValueRef fn = LLVMGetNamedFunction(x->m, "llvm.frameaddress.p0"), zero = omen_ins_u32(x, 0);
  if (!fn) fn = LLVMAddFunction(x->m, "llvm.frameaddress.p0", type);
  return LLVMBuildCall2(x->b, type, fn, &zero, 1, "");
}

static void write_header(struct omen_ins_frame *fr) {
  struct omen_ins *x = fr->f->x;
  omen_ins_store(x, omen_ins_u64(x, OMEN_FRAME_LIVE), fr->alloca, 0, 16);
  omen_ins_store(x, fr->layout, fr->alloca, 8, 8);
  omen_ins_store(x, omen_ins_frame_address(x), fr->alloca, 16, 8);
  if (fr->scoped) omen_ins_store(x, omen_ins_u64(x, 0), fr->alloca, 24, 8);
}

static void call_helper(struct omen_ins_frame *fr, LLVMTypeRef type, LLVMValueRef helper) {
  LLVMBuildCall2(fr->f->x->b, type, helper, &fr->alloca, 1, "");
}

/* A place inside the function, for calls that will be inlined. */
static void locate(struct omen_ins_frame *fr, LLVMValueRef near) {
  LLVMMetadataRef at = near ? LLVMInstructionGetDebugLoc(near) : NULL, sp = LLVMGetSubprogram(fr->f->fn);
  if (!at && sp) at = LLVMDIBuilderCreateDebugLocation(fr->f->x->c, LLVMDISubprogramGetLine(sp), 0, sp, NULL);
  LLVMSetCurrentDebugLocation2(fr->f->x->b, at);
}

static void emit_returns(struct omen_ins_frame *fr) {
  struct omen_ins *x = fr->f->x;
  LLVMTypeRef type;
  LLVMValueRef leave = omen_frame_helper(fr, false, &type);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fr->f->fn); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    LLVMOpcode op = LLVMGetInstructionOpcode(end);
    if (op != LLVMRet && op != LLVMResume) continue;
    LLVMPositionBuilderBefore(x->b, end);
    locate(fr, end);
    if (fr->escapes) omen_ins_store(x, omen_ins_u64(x, OMEN_FRAME_GONE), fr->alloca, 0, 16);
    call_helper(fr, type, leave);
  }
}

/* --- moving in --- */

static void drop_lifetimes(LLVMValueRef v) {
  for (LLVMUseRef u = LLVMGetFirstUse(v), next; u; u = next) {
    LLVMValueRef user = LLVMGetUser(u);
    next = LLVMGetNextUse(u);
    const char *name = LLVMIsACallInst(user) ? omen_ins_intrinsic(user) : NULL;
    if (name && !strncmp(name, "llvm.lifetime.", 14)) LLVMInstructionEraseFromParent(user);
  }
}

/* The builder stands where the allocas begin, so they go last. */
static void move_in(struct omen_ins_frame *fr) {
  struct omen_ins *x = fr->f->x;
  LLVMBasicBlockRef here = LLVMGetInsertBlock(x->b);
  LLVMValueRef at = fr->first;
  for (size_t i = 0; i < fr->n; i++)
    if (fr->var[i].scoped) omen_scope_emit(fr, &fr->var[i], (unsigned)i);
  LLVMPositionBuilder(x->b, here, at);
  locate(fr, NULL);
  for (size_t i = 0; i < fr->n; i++) {
    struct omen_ins_variable *v = &fr->var[i];
    LLVMValueRef in = omen_ins_at_byte(x, fr->alloca, v->at);
    if (LLVMIsAAllocaInst(v->v)) drop_lifetimes(v->v);
    LLVMReplaceAllUsesWith(v->v, in);
    if (!LLVMIsAAllocaInst(v->v))
      LLVMBuildMemCpy(x->b, in, v->align, v->v, v->align, omen_ins_u64(x, v->size));
  }
  for (size_t i = 0; i < fr->n; i++)
    if (LLVMIsAAllocaInst(fr->var[i].v)) LLVMInstructionEraseFromParent(fr->var[i].v);
}

void omen_fn_plan_frame(struct omen_fn *f) {
  struct omen_ins_frame *fr = f->frame = omen_xcalloc(1, sizeof *fr);
  fr->f = f;
  if (may_have_frame(f->fn)) {
    choose(fr);
    omen_fn_plan_arrays(f);
  }
  place(fr);
}

static void build(struct omen_ins_frame *fr) {
  struct omen_ins *x = fr->f->x;
  LLVMTypeRef type;
  fr->layout = make_layout(fr->f, fr->var, fr->n, fr->size, fr->escapes, fr->scoped);
  LLVMValueRef enter = omen_frame_helper(fr, true, &type);
  fr->first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fr->f->fn));
  while (omen_scope_is_note(fr->first)) fr->first = LLVMGetNextInstruction(fr->first); /* they will go */
  LLVMPositionBuilderBefore(x->b, fr->first);
  locate(fr, NULL);
  fr->alloca = LLVMBuildAlloca(x->b, LLVMArrayType2(x->i8, fr->size), "");
  LLVMSetAlignment(fr->alloca, fr->align);
  write_header(fr);
  call_helper(fr, type, enter);
  move_in(fr);
  emit_returns(fr);
}

void omen_fn_emit_frame(struct omen_fn *f) {
  struct omen_ins_frame *fr = f->frame;
  if (fr->n) build(fr);
  omen_fn_emit_arrays(f);
  free(fr->var);
  free(fr);
}

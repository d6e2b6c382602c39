/* Coverage: one byte a basic block, which the block sets. Blocks are numbered before anything of the symbolic
 * variant changes them, but the stores are added last: they are no stores of the program. Where the blocks
 * are in the source comes behind all other sites of the module. */
#include "build/symbolic_parts.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

static LLVMMetadataRef place_of(LLVMBasicBlockRef bb) {
  for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v)) {
    LLVMMetadataRef at = LLVMIsAPHINode(v) ? NULL : LLVMInstructionGetDebugLoc(v);
    if (at && LLVMDILocationGetLine(at)) return at;
  }
  return NULL;
}

/* Where a plain instruction may stand first; NULL where none may. */
static LLVMValueRef first_place(LLVMBasicBlockRef bb) {
  LLVMValueRef v = LLVMGetFirstInstruction(bb);
  while (v && LLVMIsAPHINode(v)) v = LLVMGetNextInstruction(v);
  if (v && LLVMIsALandingPadInst(v)) return LLVMGetNextInstruction(v);
  if (v && (LLVMIsACatchPadInst(v) || LLVMIsACleanupPadInst(v) || LLVMIsACatchSwitchInst(v))) return NULL;
  return v;
}

static void number(struct omen_symbolic *s, LLVMValueRef fn) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
    if (!first_place(b)) continue;
    OMEN_GROW(s->blocks, s->nblocks, s->blocks_cap);
    s->blocks[s->nblocks++] = (struct omen_cover){fn, place_of(b)};
    omen_map_put(&s->numbers, b, s->nblocks);
  }
}

static void mark(struct omen_symbolic *s, LLVMValueRef fn, LLVMValueRef bytes) {
  struct omen_ins *x = s->x;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
    uint64_t n;
    if (!omen_map_get(&s->numbers, b, &n)) continue;
    LLVMPositionBuilderBefore(x->b, first_place(b));
    LLVMSetCurrentDebugLocation2(x->b, NULL);
    LLVMValueRef index = omen_ins_u64(x, n - 1);
    LLVMBuildStore(x->b, LLVMConstInt(x->i8, 1, 0), LLVMConstGEP2(x->i8, bytes, &index, 1));
  }
}

static void each(struct omen_symbolic *s, LLVMValueRef bytes) {
  struct omen_ins *x = s->x;
  for (LLVMValueRef f = LLVMGetFirstFunction(x->m); f; f = LLVMGetNextFunction(f)) {
    size_t len;
    if (LLVMIsDeclaration(f) || omen_map_get(&x->skipped, f, NULL)) continue;
    if (!strncmp(LLVMGetValueName2(f, &len), "__omen_", 7)) continue;
    if (bytes)
      mark(s, f, bytes);
    else
      number(s, f);
  }
}

static void add_constructor(struct omen_symbolic *s, LLVMValueRef bytes) {
  struct omen_ins *x = s->x;
  LLVMTypeRef params[] = {x->ptr, x->i32, x->ptr, x->i32};
  uint32_t n;
  LLVMValueRef followed = omen_sym_followed(s, &n);
  LLVMTypeRef type = LLVMFunctionType(x->nothing, params, 4, 0),
              plain = LLVMFunctionType(x->nothing, NULL, 0, 0);
  LLVMValueRef tell = LLVMAddFunction(x->m, "__omen_sym_module", type);
  LLVMValueRef fn = LLVMAddFunction(x->m, "__omen_sx_register", plain);
  LLVMSetLinkage(fn, LLVMInternalLinkage);
  LLVMPositionBuilderAtEnd(x->b, LLVMAppendBasicBlockInContext(x->c, fn, ""));
  LLVMSetCurrentDebugLocation2(x->b, NULL);
  LLVMValueRef args[] = {bytes, omen_ins_u32(x, s->nblocks), followed, omen_ins_u32(x, n)};
  LLVMBuildCall2(x->b, type, tell, args, 4, "");
  LLVMBuildRetVoid(x->b);
  omen_ins_add_constructor(x, fn, 1);
}

void omen_symbolic_number(struct omen_symbolic *s) { each(s, NULL); }

void omen_sym_cover(struct omen_symbolic *s) {
  struct omen_ins *x = s->x;
  LLVMTypeRef type = LLVMArrayType2(x->i8, s->nblocks ? s->nblocks : 1);
  LLVMValueRef bytes = LLVMAddGlobal(x->m, type, "__omen_sx_covered");
  LLVMSetInitializer(bytes, LLVMConstNull(type));
  LLVMSetLinkage(bytes, LLVMInternalLinkage);
  each(s, bytes);
  add_constructor(s, bytes);
  for (size_t i = 0; i < s->nblocks; i++) omen_ins_place_site(x, s->blocks[i].fn, s->blocks[i].at, "block");
}

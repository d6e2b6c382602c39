/* Places and variables: see debug_names.h. The expression's text is in expression.c. */
#include "ir/debug_names.h"
#include "ir/metadata.h"
#include "base/base.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

/* Lexical blocks are walked outwards. */
LLVMMetadataRef omen_scope_function(LLVMContextRef c, LLVMMetadataRef scope) {
  for (int i = 0; scope && i < 1000; i++) {
    if (LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind) return scope;
    scope = omen_md_operand(scope, OMEN_DI_SCOPE);
  }
  return NULL;
}

void omen_source_place_of(LLVMContextRef c, LLVMMetadataRef location, struct omen_source_place *p) {
  LLVMMetadataRef scope = LLVMDILocationGetScope(location), fn = omen_scope_function(c, scope);
  p->line = LLVMDILocationGetLine(location);
  p->column = LLVMDILocationGetColumn(location);
  p->file = omen_md_file_path(scope ? LLVMDIScopeGetFile(scope) : NULL);
  p->function = omen_md_string(c, fn, OMEN_DI_NAME);
  p->linkage = omen_md_string(c, fn, OMEN_DI_LINKAGE);
  if (*p->linkage) return;
  free(p->linkage);
  p->linkage = omen_xstrdup(p->function);
}

void omen_source_place_release(struct omen_source_place *p) {
  free(p->file);
  free(p->function);
  free(p->linkage);
  *p = (struct omen_source_place){0};
}

void omen_ir_variable_release(struct omen_ir_variable *v) {
  free(v->name);
  free(v->file);
  *v = (struct omen_ir_variable){0};
}

/* The variable's node of a global, or NULL. */
LLVMMetadataRef omen_ir_names_global_node(LLVMValueRef global) {
  size_t n;
  LLVMMetadataRef found = NULL;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
  for (unsigned i = 0; i < n && !found; i++) {
    LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(all, i);
    if (LLVMGetMetadataKind(md) == LLVMDIGlobalVariableExpressionMetadataKind)
      found = LLVMDIGlobalVariableExpressionGetVariable(md);
  }
  LLVMDisposeValueMetadataEntries(all);
  return found;
}

void omen_ir_names_variable(struct omen_ir_names *n, LLVMMetadataRef node, struct omen_ir_variable *v) {
  v->name = omen_md_string(n->c, node, OMEN_DI_VAR_NAME);
  v->file = omen_md_file_path(LLVMDIVariableGetFile(node));
  v->line = LLVMDIVariableGetLine(node);
}

bool omen_ir_names_global(struct omen_ir_names *n, LLVMValueRef global, struct omen_ir_variable *v) {
  LLVMMetadataRef node = omen_ir_names_global_node(global);
  if (node) omen_ir_names_variable(n, node, v);
  return node != NULL;
}

static bool says_variable(LLVMValueRef v, bool *declare) {
  size_t len;
  if (!LLVMIsACallInst(v) || !LLVMIsAFunction(LLVMGetCalledValue(v))) return false;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(v), &len);
  *declare = !strcmp(name, "llvm.dbg.declare");
  return *declare || !strncmp(name, "llvm.dbg.", 9);
}

/* What one of them says. An expression that is not empty would name a part or a computed value: not used. */
static void note(struct omen_ir_names *n, LLVMValueRef call, bool declare, LLVMMetadataRef empty) {
  LLVMValueRef what = LLVMGetOperand(call, 0), v = NULL;
  if (LLVMGetNumOperands(call) != 4 || LLVMValueAsMetadata(LLVMGetOperand(call, 2)) != empty) return;
  if (!LLVMIsAValueAsMetadata(what) && LLVMGetMDNodeNumOperands(what) != 1) return;
  LLVMGetMDNodeOperands(what, &v);
  if (!v || LLVMIsAConstant(v)) return;
  struct omen_map *map = declare ? &n->slots : &n->locals;
  if (omen_map_get(map, v, NULL)) return; /* the first name is the nearest to where the value was made */
  omen_map_put(map, v, (uint64_t)(uintptr_t)LLVMValueAsMetadata(LLVMGetOperand(call, 1)));
}

static void take_from(struct omen_ir_names *n, LLVMBasicBlockRef b, LLVMMetadataRef empty) {
  bool declare;
  for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
    if (says_variable(v, &declare)) note(n, v, declare, empty);
}

void omen_ir_names_init(struct omen_ir_names *n, LLVMModuleRef m, LLVMTargetDataRef td) {
  *n = (struct omen_ir_names){.c = LLVMGetModuleContext(m), .td = td};
  if (LLVMIsNewDbgInfoFormat(m)) LLVMSetIsNewDbgInfoFormat(m, 0);
  LLVMDIBuilderRef d = LLVMCreateDIBuilderDisallowUnresolved(m);
  LLVMMetadataRef empty = LLVMDIBuilderCreateExpression(d, NULL, 0);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      take_from(n, b, empty);
  LLVMDisposeDIBuilder(d);
  LLVMSetIsNewDbgInfoFormat(m, 1);
}

void omen_ir_names_release(struct omen_ir_names *n) {
  omen_map_release(&n->locals);
  omen_map_release(&n->slots);
  omen_excerpt_release(&n->source);
}

static unsigned line_of(LLVMValueRef v) {
  LLVMMetadataRef at = LLVMIsAInstruction(v) ? LLVMInstructionGetDebugLoc(v) : NULL;
  return at ? LLVMDILocationGetLine(at) : 0;
}

/* Code that the compiler moved has line 0. What it was moved away from uses the value loaded, or computes the
 * value stored: that one's place is the access's. */
LLVMMetadataRef omen_ir_location(LLVMValueRef inst) {
  LLVMMetadataRef own = LLVMInstructionGetDebugLoc(inst);
  if (line_of(inst)) return own;
  LLVMValueRef found = NULL;
  int limit = 16;
  for (LLVMUseRef u = LLVMGetFirstUse(inst); u && !found && limit--; u = LLVMGetNextUse(u))
    if (line_of(LLVMGetUser(u))) found = LLVMGetUser(u);
  if (!found && LLVMIsAStoreInst(inst) && line_of(LLVMGetOperand(inst, 0))) found = LLVMGetOperand(inst, 0);
  for (LLVMValueRef v = LLVMGetNextInstruction(inst); v && !found && limit-- > -16;
       v = LLVMGetNextInstruction(v))
    if (line_of(v)) found = v;
  return found ? LLVMInstructionGetDebugLoc(found) : own;
}

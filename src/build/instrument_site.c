/* Sites: where in the source an instruction comes from, by its debug location, and what it accesses. */
#include "build/instrument_parts.h"
#include "ir/names.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

static void put_inlined(struct omen_buf *out, LLVMMetadataRef at, LLVMContextRef c) {
  while (at) {
    struct omen_place p;
    omen_place_of(c, at, &p);
    omen_buf_addf(out, "%s%s:%s:%u:%u", out->len ? ";" : "", p.function, p.file, p.line, p.column);
    at = LLVMDILocationGetInlinedAt(at);
    omen_place_release(&p);
  }
}

LLVMValueRef omen_ins_site_value(struct omen_ins *x, uint32_t site) {
  LLVMValueRef number = omen_ins_u32(x, site);
  return x->o->shared_library ? omen_ins_build(x, x->site, &number, 1) : number;
}

static unsigned line_of(LLVMValueRef v) {
  LLVMMetadataRef at = LLVMIsAInstruction(v) ? LLVMInstructionGetDebugLoc(v) : NULL;
  return at ? LLVMDILocationGetLine(at) : 0;
}

/* Code that the compiler moved has line 0. What it was moved away from uses the value loaded, or computes the
 * value stored: that one's place is the access's. */
static LLVMMetadataRef location_of(LLVMValueRef inst) {
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

uint32_t omen_ins_site(struct omen_ins *x, LLVMValueRef inst, const char *kind, uint64_t size,
                       LLVMValueRef ptr) {
  LLVMMetadataRef at = location_of(inst);
  LLVMSetCurrentDebugLocation2(x->b, at);
  struct omen_site s = {.kind = kind, .size = size, .pair = -1};
  struct omen_place p = {0};
  struct omen_buf inlined = {0};
  size_t len;
  LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
  if (at) {
    omen_place_of(x->c, at, &p);
    put_inlined(&inlined, LLVMDILocationGetInlinedAt(at), x->c);
    s.file = p.file;
    s.line = p.line;
    s.column = p.column;
    s.function = p.function;
    s.linkage = p.linkage && *p.linkage ? p.linkage : NULL;
  }
  if (!s.function || !*s.function) s.function = LLVMGetValueName2(fn, &len);
  if (!s.linkage) s.linkage = s.function;
  s.inlined = inlined.data;
  char *text = ptr ? omen_ir_names_expression(&x->names, ptr, size, &p) : NULL;
  s.text = text;
  uint32_t id = omen_sites_add(&x->sites, &s);
  free(text);
  omen_buf_release(&inlined);
  omen_place_release(&p);
  return id;
}

void omen_ins_globals(struct omen_ins *x) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(x->m); g; g = LLVMGetNextGlobal(g)) {
    size_t len;
    const char *linkage = LLVMGetValueName2(g, &len);
    if (LLVMIsDeclaration(g) || !strncmp(linkage, "llvm.", 5) || !strncmp(linkage, "__omen_", 7)) continue;
    struct omen_site_global out = {.linkage = linkage, .name = linkage};
    LLVMTypeRef type = LLVMGlobalGetValueType(g);
    if (LLVMTypeIsSized(type)) out.size = LLVMABISizeOfType(x->td, type);
    struct omen_variable v;
    bool known = omen_ir_names_global(&x->names, g, &v);
    if (!known && (LLVMIsGlobalConstant(g) || linkage[0] == '.')) continue;
    if (known) {
      out.name = v.name;
      out.file = v.file;
      out.line = v.line;
    }
    omen_sites_add_global(&x->sites, &out);
    if (known) omen_variable_release(&v);
  }
}

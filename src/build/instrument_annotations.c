/* A program may bring its own do-nothing versions of what race detectors are told (dynamic_annotations.c and
 * its kin). In the variant the runtime's are meant. */
#include "build/instrument_parts.h"

static void redirect(struct omen_ins *x, const char *name) {
  LLVMValueRef own = LLVMGetNamedFunction(x->m, name);
  if (!own || LLVMIsDeclaration(own)) return;
  LLVMSetValueName2(own, "", 0);
  LLVMValueRef served = LLVMAddFunction(x->m, name, LLVMGlobalGetValueType(own));
  LLVMReplaceAllUsesWith(own, served);
  LLVMSetLinkage(own, LLVMInternalLinkage); /* nobody calls it any more */
}

void omen_ins_annotations(struct omen_ins *x) {
#define A(name) redirect(x, #name);
#define X(name)
#define R(name)
#include "base/annotations.def"
#undef A
#undef X
#undef R
}

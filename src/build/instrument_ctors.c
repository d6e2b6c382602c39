/* Constructors and destructors of a module. A target machine made through LLVM-C writes llvm.global_ctors as
 * .ctors, which today's start-up code does not look at: constructors would silently not run. So the lists are
 * turned into what clang itself makes of them: pointers in .init_array and .fini_array, by priority. */
#include "build/instrument_parts.h"
#include <stdlib.h>
#include <string.h>

#define DEFAULT_PRIORITY 65535u

static void place_pointer(struct omen_ins *x, const char *section, unsigned priority, LLVMValueRef fn) {
  char name[32];
  if (priority == DEFAULT_PRIORITY)
    snprintf(name, sizeof name, "%s", section);
  else
    snprintf(name, sizeof name, "%s.%05u", section, priority);
  LLVMValueRef p = LLVMAddGlobal(x->m, x->ptr, "__omen_structor");
  LLVMSetInitializer(p, fn);
  LLVMSetLinkage(p, LLVMInternalLinkage);
  LLVMSetAlignment(p, 8);
  LLVMSetSection(p, name);
}

static void lower_list(struct omen_ins *x, const char *list_name, const char *section) {
  LLVMValueRef list = LLVMGetNamedGlobal(x->m, list_name);
  LLVMValueRef all = list ? LLVMGetInitializer(list) : NULL;
  unsigned n = all ? (unsigned)LLVMGetArrayLength2(LLVMTypeOf(all)) : 0;
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef entry = LLVMGetAggregateElement(all, i);
    LLVMValueRef priority = LLVMGetAggregateElement(entry, 0), fn = LLVMGetAggregateElement(entry, 1);
    if (!LLVMIsNull(fn)) place_pointer(x, section, (unsigned)LLVMConstIntGetZExtValue(priority), fn);
  }
  if (list) LLVMDeleteGlobal(list);
}

void omen_ins_lower_constructors(struct omen_ins *x) {
  lower_list(x, "llvm.global_ctors", ".init_array");
  lower_list(x, "llvm.global_dtors", ".fini_array");
}

/* Accesses that the static analysis found in no candidate (pruned.h) need no race check. What is left of it
 * is a test for cells that hold no history: bad, guarded or watched memory, and cells that are split. So
 * memory errors are found, invariants hold, and the second pass logs the access like any other. What goes is
 * the history: nobody will race with it. */
#include "build/instrument_parts.h"
#include "build/pruned.h"
#include "ir/access_numbers.h"
#include <string.h>

#define METADATA "omen.pruned"

struct marking {
  struct omen_ins *x;
  struct omen_pruned pruned;
  LLVMValueRef mark;
};

static unsigned kind(struct omen_ins *x) {
  return LLVMGetMDKindIDInContext(x->c, METADATA, (unsigned)strlen(METADATA));
}

static void mark(void *with, uint64_t number, LLVMValueRef inst) {
  struct marking *m = with;
  if (m->pruned.is[number]) LLVMSetMetadata(inst, kind(m->x), m->mark);
}

static void pass_by(void *with, uint64_t number, LLVMValueRef inst) {
  (void)with;
  (void)number;
  (void)inst;
}

int omen_ins_mark_pruned(struct omen_ins *x, struct omen_err *err) {
  struct marking m = {.x = x};
  if (!x->o->pruned) return 0;
  uint64_t total = omen_ir_number_accesses(x->m, pass_by, NULL);
  if (omen_pruned_read(&m.pruned, x->o->pruned, err)) return -1;
  if (m.pruned.total != total) {
    omen_pruned_release(&m.pruned);
    return omen_fail(err, "%s: of another module", x->o->pruned);
  }
  m.mark = LLVMMetadataAsValue(x->c, LLVMMDNodeInContext2(x->c, NULL, 0));
  omen_ir_number_accesses(x->m, mark, &m);
  omen_pruned_release(&m.pruned);
  return 0;
}

bool omen_ins_pruned(struct omen_ins *x, LLVMValueRef inst) {
  return x->o->pruned && (LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst)) && LLVMGetMetadata(inst, kind(x));
}

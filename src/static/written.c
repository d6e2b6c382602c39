/* Does the program write a place that should be left to calls of a library: the handle of a thread, the
 * control of pthread_once? */
#include "static/program.h"
#include <string.h>

struct place {
  struct omen_program *p;
  uint32_t loc;
  bool zero_too; /* does a zero count? */
};

/* `size`: bytes that are written; 0: not known, and then anywhere in the object. */
static bool may_be(const struct place *at, LLVMValueRef ptr, uint64_t size) {
  struct omen_program *p = at->p;
  const struct omen_loc *own = &p->pt.locs[at->loc];
  uint32_t n = omen_node_of(p, ptr);
  if (!n) return false;
  if (p->pt.objects[own->obj].outside && omen_is_outside(p, omen_pt_of(&p->pt, n))) return true;
  for (struct omen_bititer i = omen_bititer(omen_pt_of(&p->pt, n)); omen_bititer_next(&i);)
    if (p->pt.locs[i.x].obj == own->obj && (!size || omen_loc_overlap(&p->pt.locs[i.x], size, own, 8)))
      return true;
  return false;
}

static bool is_zero(LLVMValueRef v) { return LLVMIsAConstant(v) && LLVMIsNull(v); }

static bool stores(const struct place *at, LLVMValueRef v) {
  unsigned annotation = LLVMGetMDKindIDInContext(at->p->c, "annotation", 10);
  LLVMValueRef to = LLVMIsALoadInst(v) ? NULL : omen_accessed(v);
  if (!to || LLVMGetMetadata(v, annotation)) return false;
  if (LLVMIsAStoreInst(v) && !at->zero_too && is_zero(LLVMGetOperand(v, 0))) return false;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, LLVMIsAStoreInst(v) ? 0 : 1));
  return may_be(at, to, LLVMStoreSizeOfType(at->p->td, type));
}

/* A call of what has no body: w stands for an argument that is written. */
static bool library_writes(const struct place *at, LLVMValueRef call, const char *effects) {
  for (const char *w = effects; w && *w; w += strcspn(w, " "), w += strspn(w, " ")) {
    bool list = w[0] == 'w' && w[2] && strchr("FaAvfmlOPo", w[2]);
    for (unsigned i = 0; (w[0] == 'w' || w[0] == 'o') && i < LLVMGetNumArgOperands(call); i++)
      if ((list || i == (unsigned)(w[1] - '0')) && may_be(at, LLVMGetOperand(call, i), 0)) return true;
  }
  return false;
}

static bool call_writes(const struct place *at, LLVMValueRef call) {
  LLVMValueRef callee = omen_callee(call);
  const char *name = callee ? omen_value_name(callee) : "";
  if (!strncmp(name, "llvm.mem", 8))
    return (at->zero_too || strncmp(name, "llvm.memset", 11) || !is_zero(LLVMGetOperand(call, 1))) &&
           may_be(at, LLVMGetOperand(call, 0), 0);
  if (callee && !LLVMIsDeclaration(callee)) return false;
  const struct omen_known_call *k = omen_known_call(name);
  if (k && (k->kind == OMEN_CALL_CREATE || k->kind == OMEN_CALL_CREATE_CXX || k->kind == OMEN_CALL_JOIN ||
            k->kind == OMEN_CALL_ONCE))
    return false;
  return library_writes(at, call, omen_known_effects(name, false)) ||
         library_writes(at, call, omen_known_effects(name, 0));
}

bool omen_written(struct omen_program *p, uint32_t loc, bool zero_is_empty) {
  const struct place at = {p, loc, !zero_is_empty};
  for (uint32_t f = 0; f < p->nfns; f++)
    for (LLVMBasicBlockRef b = p->fns[f].body ? LLVMGetFirstBasicBlock(p->fns[f].value) : NULL; b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
        if (omen_is_call(v) ? call_writes(&at, v) : stores(&at, v)) return true;
  return p->pt.objects[p->pt.locs[loc].obj].outside; /* code that is not known may */
}

/* Bounds: accesses to objects whose extent the code itself shows. What no other thread can reach gets no
 * check of its shadow, so nothing else would see an index that leaves it; a comparison with its size does,
 * unless the index provably stays inside. What has gaps around it (instrument_frames.c, instrument_globals.c)
 * and a check of its shadow needs none, except for arrays inside a struct: their neighbours are no gaps. */
#define OMEN_ABI_NO_PROTOTYPES
#include "build/instrument_parts.h"
#include "runtime/abi.h"
#include "ir/range.h"
#include <string.h>

bool omen_ins_extent(struct omen_ins *x, LLVMValueRef root, uint64_t *size) {
  LLVMTypeRef type = NULL;
  *size = 0;
  if (LLVMIsAAllocaInst(root)) {
    LLVMValueRef count = LLVMGetOperand(root, 0),
                 fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(root));
    if (!LLVMIsAConstantInt(count) || LLVMGetInstructionParent(root) != LLVMGetEntryBasicBlock(fn))
      return false;
    *size = LLVMABISizeOfType(x->td, LLVMGetAllocatedType(root)) * LLVMConstIntGetZExtValue(count);
    return true;
  }
  if (LLVMIsAGlobalVariable(root)) {
    LLVMLinkage k = LLVMGetLinkage(root);
    if (LLVMIsDeclaration(root)) return false;
    if (k != LLVMExternalLinkage && k != LLVMInternalLinkage && k != LLVMPrivateLinkage) return false;
    type = LLVMGlobalGetValueType(root);
  } else if (LLVMIsACallInst(root)) {
    const char *name = omen_ins_intrinsic(root);
    if (!name || strncmp(name, "llvm.threadlocal.address", 24)) return false;
    return omen_ins_extent(x, LLVMGetOperand(root, 0), size);
  } else if (LLVMIsAArgument(root)) {
    LLVMValueRef fn = LLVMGetParamParent(root);
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned i = 0; i < LLVMCountParams(fn) && !type; i++)
      if (LLVMGetParam(fn, i) == root) {
        LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, i + 1, kind);
        if (!a) return false;
        type = LLVMGetTypeAttributeValue(a);
      }
  }
  if (!type || !LLVMTypeIsSized(type)) return false;
  *size = LLVMABISizeOfType(x->td, type);
  return true;
}

/* The term that is the object's address; -1: the address was chosen from several, or is computed otherwise.
 */
static int base_term(const struct omen_linear *l, LLVMValueRef root) {
  int found = -1;
  for (int i = 0; i < l->n; i++) {
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(l->t[i].v)) == LLVMPointerTypeKind;
    if (!pointer) continue;
    if (found >= 0 || l->t[i].v != root || l->t[i].coef != 1) return -1;
    found = i;
  }
  return found;
}

/* Is every byte of the access inside, in all runs? */
static bool provable(struct omen_fn *f, const struct omen_access *a, LLVMValueRef root, uint64_t size) {
  int base = base_term(&a->lin, root);
  if (base < 0 || size > INT64_MAX) return false;
  struct omen_range at = omen_range_linear(&f->cfg, f->x->td, &a->lin, base, a->block);
  if (!at.known || at.lo < 0 || (uint64_t)at.lo > size) return false;
  if (!a->len) return a->size <= size && (uint64_t)at.hi <= size - a->size;
  struct omen_range len = omen_range_of(&f->cfg, f->x->td, a->len, OMEN_EXT_ZERO, a->block);
  return len.known && len.lo >= 0 && (uint64_t)at.hi <= size && (uint64_t)len.hi <= size - (uint64_t)at.hi;
}

/* --- arrays inside a struct --- */

static bool is_bytes(LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMArrayTypeKind &&
         LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(LLVMGetElementType(t)) == 8;
}

/* Is something behind this field that is no padding? The last array of a struct may be longer than its type
 * says. */
static bool has_neighbour(LLVMTypeRef st, unsigned field) {
  for (unsigned i = field + 1; i < LLVMCountStructElementTypes(st); i++)
    if (!is_bytes(LLVMStructGetTypeAtIndex(st, i))) return true;
  return false;
}

static bool is_gep(LLVMValueRef v) {
  return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMGetElementPtr && LLVMIsInBounds(v) &&
         LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

static bool is_zero(LLVMValueRef v) { return LLVMIsAConstantInt(v) && !LLVMConstIntGetZExtValue(v); }

/* Field `field` of `st` as an array with something behind it; NULL: it is none. */
static LLVMTypeRef array_field(LLVMTypeRef st, LLVMValueRef field, unsigned *number) {
  *number = (unsigned)LLVMConstIntGetZExtValue(field);
  LLVMTypeRef array = LLVMStructGetTypeAtIndex(st, *number);
  if (LLVMGetTypeKind(array) != LLVMArrayTypeKind || LLVMGetArrayLength2(array) < 2) return NULL;
  return has_neighbour(st, *number) ? array : NULL;
}

/* The array that the index of `gep` is an index of, as `base` and `base_at` of an access. Either one gep says
 * "field, index", or one says the field and the next the index. */
static LLVMTypeRef array_of(struct omen_ins *x, LLVMValueRef gep, struct omen_access *a) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  int n = LLVMGetNumOperands(gep);
  unsigned field;
  a->base = LLVMGetOperand(gep, 0);
  if (!is_zero(LLVMGetOperand(gep, 1))) return NULL;
  if (n == 4 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    LLVMTypeRef array = array_field(type, LLVMGetOperand(gep, 2), &field);
    if (array) a->base_at = (int64_t)LLVMOffsetOfElement(x->td, type, field);
    return array;
  }
  if (n != 3 || LLVMGetTypeKind(type) != LLVMArrayTypeKind || !is_gep(a->base)) return NULL;
  LLVMTypeRef st = LLVMGetGEPSourceElementType(a->base);
  if (LLVMGetNumOperands(a->base) != 3 || LLVMGetTypeKind(st) != LLVMStructTypeKind) return NULL;
  return array_field(st, LLVMGetOperand(a->base, 2), &field) == type ? type : NULL;
}

/* Steps from a field of an element to the element. */
static LLVMValueRef element_of(LLVMValueRef p) {
  while (is_gep(p)) {
    int n = LLVMGetNumOperands(p);
    LLVMValueRef last = LLVMGetOperand(p, (unsigned)n - 1);
    if (!LLVMIsAConstantInt(last)) return p;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(p);
    if (n != 3 || LLVMGetTypeKind(type) != LLVMStructTypeKind) return NULL;
    p = LLVMGetOperand(p, 0);
  }
  return NULL;
}

static void inner_array(struct omen_fn *f, int i) {
  struct omen_access a = f->acc[i], array = {0};
  LLVMValueRef gep = element_of(a.ptr);
  LLVMTypeRef type = gep && !a.len ? array_of(f->x, gep, &array) : NULL;
  if (!type) return;
  LLVMValueRef index = LLVMGetOperand(gep, (unsigned)LLVMGetNumOperands(gep) - 1);
  struct omen_range r = omen_range_of(&f->cfg, f->x->td, index, OMEN_EXT_SIGN, a.block);
  if (r.known && r.lo >= 0 && (uint64_t)r.hi < LLVMGetArrayLength2(type)) return;
  struct omen_access *b = omen_fn_add(f, a.inst, a.ptr, a.size, a.align, a.write);
  b->base = array.base;
  b->base_at = array.base_at;
  b->extent = LLVMABISizeOfType(f->x->td, type);
  b->inner = true;
}

/* --- */

static void pad_root(void *with, LLVMValueRef root) {
  struct omen_ins *x = with;
  if (LLVMIsAAllocaInst(root) || LLVMIsAArgument(root)) omen_map_put(&x->padded, root, 1);
}

/* A thread-local variable has no gaps; a table of virtual functions is never indexed by the program. */
static bool has_gaps(struct omen_ins *x, LLVMValueRef root) {
  uint64_t size;
  return !LLVMIsACallInst(root) && !LLVMIsALoadInst(root) && omen_ins_extent(x, root, &size);
}

static void without_check(struct omen_fn *f, struct omen_access *a) {
  LLVMValueRef root = omen_ins_root(a->ptr);
  uint64_t size;
  if (root && omen_ins_extent(f->x, root, &size)) {
    if (provable(f, a, root, size)) return;
    a->gone = false;
    a->base = root;
    a->extent = size;
    return;
  }
  if (root && !has_gaps(f->x, root)) return;
  /* one of several objects: gaps and an ordinary check */
  a->gone = false;
  omen_ins_each_root(a->ptr, pad_root, f->x);
}

void omen_fn_bounds(struct omen_fn *f) {
  int n = f->nacc;
  for (int i = 0; i < n; i++) {
    struct omen_access *a = &f->acc[i];
    if (a->mask) continue;
    if (a->gone) without_check(f, a);
    inner_array(f, i);
  }
}

static uint32_t how(const struct omen_access *a) {
  uint32_t bits = a->write ? OMEN_BOUNDS_WRITE : 0;
  LLVMValueRef root = omen_ins_root(a->base);
  if (root && LLVMIsAGlobalVariable(root)) return bits | OMEN_BOUNDS_GLOBAL;
  return root && LLVMIsAAllocaInst(root) ? bits | OMEN_BOUNDS_STACK : bits;
}

/* `len` bytes at `ptr`; NULL: as many as the access has. */
void omen_ins_emit_bounds(struct omen_ins *x, const struct omen_access *a, LLVMValueRef ptr, LLVMValueRef len,
                          uint32_t site) {
  LLVMValueRef base = a->base, extent = omen_ins_u64(x, a->extent), bits = omen_ins_u32(x, how(a)),
               number = omen_ins_u32(x, site & ~OMEN_SITE_READS);
  if (a->base_at) {
    LLVMValueRef at = omen_ins_u64(x, (uint64_t)a->base_at);
    base = LLVMBuildGEP2(x->b, x->i8, base, &at, 1, "");
  }
  if (!len && a->size <= a->extent) {
    LLVMValueRef args[] = {
        ptr, omen_ins_u64(x, a->size), base, extent, bits, omen_ins_u64(x, a->extent - a->size), number};
    omen_ins_build(x, x->bounds, args, 7);
    return;
  }
  len = len ? LLVMBuildIntCast2(x->b, len, x->i64, 0, "") : omen_ins_u64(x, a->size);
  LLVMValueRef args[] = {ptr, len, base, extent, bits, number};
  omen_ins_build(x, x->bounds_range, args, 6);
}

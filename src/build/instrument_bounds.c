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
static bool provable(struct omen_fn *f, const struct omen_ins_access *a, LLVMValueRef root, uint64_t size) {
  int base = base_term(&a->lin, root);
  if (base < 0 || size > INT64_MAX) return false;
  struct omen_range at = omen_range_linear(&f->cfg, f->x->td, &a->lin, base, a->block);
  if (!at.known || at.lo < 0 || (uint64_t)at.lo > size) return false;
  if (!a->len) return a->size <= size && (uint64_t)at.hi <= size - a->size;
  struct omen_range len = omen_range_of(&f->cfg, f->x->td, a->len, OMEN_EXT_ZERO, a->block);
  return len.known && len.lo >= 0 && (uint64_t)at.hi <= size && (uint64_t)len.hi <= size - (uint64_t)at.hi;
}

bool omen_fn_inside(struct omen_fn *f, const struct omen_ins_access *a) {
  LLVMValueRef root = omen_ins_root(a->ptr);
  uint64_t size;
  return root && omen_ins_extent(f->x, root, &size) && provable(f, a, root, size);
}

/* --- arrays inside of something larger --- */

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
  bool expr = LLVMIsAConstantExpr(v) != NULL;
  if (!expr && !LLVMIsAInstruction(v)) return false;
  return (expr ? LLVMGetConstOpcode(v) : LLVMGetInstructionOpcode(v)) == LLVMGetElementPtr &&
         LLVMIsInBounds(v) && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

static bool is_zero(LLVMValueRef v) { return LLVMIsAConstantInt(v) && !LLVMConstIntGetZExtValue(v); }

static bool is_array(LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMArrayTypeKind && LLVMGetArrayLength2(t) >= 2;
}

/* The array that an index is an index of. */
struct array {
  LLVMTypeRef type;
  LLVMValueRef base; /* it begins `at` bytes behind this */
  int64_t at;
  bool open; /* nothing says where it ends */
};

/* A field of a struct. */
static bool field_is_array(LLVMTypeRef st, unsigned field, struct array *a) {
  a->type = LLVMStructGetTypeAtIndex(st, field);
  a->open = !has_neighbour(st, field);
  return is_array(a->type);
}

/* The array of type `want` that lies `at` bytes into an object of this type; rows of a matrix only if asked
 * for. */
static bool find_inside(struct omen_ins *x, LLVMTypeRef type, uint64_t at, LLVMTypeRef want, bool rows,
                        struct array *a) {
  for (int depth = 0; depth < 16; depth++) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      if (!LLVMCountStructElementTypes(type) || at >= LLVMABISizeOfType(x->td, type)) return false;
      unsigned field = LLVMElementAtOffset(x->td, type, at);
      at -= LLVMOffsetOfElement(x->td, type, field);
      if (!at && LLVMStructGetTypeAtIndex(type, field) == want) return field_is_array(type, field, a);
      type = LLVMStructGetTypeAtIndex(type, field);
    } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
      type = LLVMGetElementType(type);
      uint64_t size = LLVMABISizeOfType(x->td, type);
      if (!size) return false;
      at %= size;
      if (!at && type == want) {
        a->type = want;
        return rows && is_array(want);
      }
    } else
      return false;
  }
  return false;
}

/* In an object that has a type of its own. */
static bool in_object(struct omen_ins *x, LLVMValueRef p, LLVMTypeRef want, bool rows, struct array *a) {
  struct omen_linear l;
  omen_linear_of(x->td, p, &l);
  if (l.n != 1 || l.t[0].coef != 1 || l.c < 0) return false;
  LLVMTypeRef type = LLVMIsAGlobalVariable(l.t[0].v) && !LLVMIsDeclaration(l.t[0].v)
                         ? LLVMGlobalGetValueType(l.t[0].v)
                     : LLVMIsAAllocaInst(l.t[0].v) ? LLVMGetAllocatedType(l.t[0].v)
                                                   : NULL;
  return type && LLVMTypeIsSized(type) && find_inside(x, type, (uint64_t)l.c, want, rows, a);
}

/* What the last index of `gep` is an index of. One gep can say "field, index"; or one the field, or the row,
 * and the next the index; or where it begins is a known place in a known object. In optimised code a pointer
 * to a row has become an index of that row: whoever runs on into the next row by it means to. */
static bool array_of(struct omen_fn *f, LLVMValueRef gep, struct array *a) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  int n = LLVMGetNumOperands(gep);
  bool rows = omen_map_get(f->x->unoptimised, f->fn, NULL);
  *a = (struct array){.base = LLVMGetOperand(gep, 0)};
  if (!is_zero(LLVMGetOperand(gep, 1))) return false;
  if (n == 4 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    unsigned field = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, 2));
    a->at = (int64_t)LLVMOffsetOfElement(f->x->td, type, field);
    return field_is_array(type, field, a);
  }
  if (n != 3 || !is_array(type)) return false;
  if (in_object(f->x, a->base, type, rows, a)) return true;
  if (!is_gep(a->base) || LLVMGetNumOperands(a->base) != 3) return false;
  LLVMTypeRef outer = LLVMGetGEPSourceElementType(a->base);
  if (LLVMGetTypeKind(outer) == LLVMStructTypeKind)
    return field_is_array(outer, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(a->base, 2)), a) &&
           a->type == type;
  a->type = type;
  return rows && LLVMGetTypeKind(outer) == LLVMArrayTypeKind && LLVMGetElementType(outer) == type;
}

/* Steps from a field of an element to the element. */
static LLVMValueRef element_of(LLVMValueRef p) {
  while (is_gep(p)) {
    int n = LLVMGetNumOperands(p);
    LLVMValueRef index = LLVMGetOperand(p, (unsigned)n - 1);
    if (!LLVMIsAConstantInt(index)) return p;
    if (n != 3 || LLVMGetTypeKind(LLVMGetGEPSourceElementType(p)) != LLVMStructTypeKind) return NULL;
    p = LLVMGetOperand(p, 0);
  }
  return NULL;
}

static void inner_array(struct omen_fn *f, int i) {
  struct omen_ins_access a = f->acc[i];
  struct array array;
  LLVMValueRef gep = a.len ? NULL : element_of(a.ptr);
  if (!gep || !array_of(f, gep, &array) || (array.open && a.base)) return;
  LLVMValueRef index = LLVMGetOperand(gep, (unsigned)LLVMGetNumOperands(gep) - 1);
  struct omen_range r = omen_range_of(&f->cfg, f->x->td, index, OMEN_EXT_SIGN, a.block);
  if (r.known && r.lo >= 0 && (array.open || (uint64_t)r.hi < LLVMGetArrayLength2(array.type))) return;
  /* a wide access may stand for several of the program's */
  uint64_t element = LLVMABISizeOfType(f->x->td, LLVMGetElementType(array.type));
  struct omen_ins_access *b =
      omen_fn_add(f, a.inst, a.ptr, a.size < element ? a.size : element, a.align, a.write);
  b->base = array.base;
  b->base_at = array.at;
  b->extent = LLVMABISizeOfType(f->x->td, array.type);
  b->inner = true;
  b->open = array.open;
}

/* --- */

static void pad_root(void *with, LLVMValueRef root) {
  struct omen_ins *x = with;
  if (LLVMIsAAllocaInst(root) || LLVMIsAArgument(root)) omen_map_put(&x->padded, root, 1);
}

/* A thread-local variable has no gaps; a table of virtual functions is never indexed by the program. */
static bool has_gaps(struct omen_ins *x, LLVMValueRef root) {
  uint64_t size;
  return LLVMIsAAllocaInst(root) ||
         (!LLVMIsACallInst(root) && !LLVMIsALoadInst(root) && omen_ins_extent(x, root, &size));
}

static void without_check(struct omen_fn *f, struct omen_ins_access *a) {
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
  bool marked = omen_fn_is_marked(f);
  for (int i = 0; i < n; i++) {
    struct omen_ins_access *a = &f->acc[i];
    if (a->mask) continue;
    if (a->gone) without_check(f, a);
    if (!marked) inner_array(f, i);
  }
}

static uint32_t how(const struct omen_ins_access *a) {
  uint32_t bits = (a->write ? OMEN_BOUNDS_WRITE : 0) | (a->inner ? OMEN_BOUNDS_INNER : 0);
  LLVMValueRef root = omen_ins_root(a->base);
  if (root && LLVMIsAGlobalVariable(root)) return bits | OMEN_BOUNDS_GLOBAL;
  return root && LLVMIsAAllocaInst(root) ? bits | OMEN_BOUNDS_STACK : bits;
}

/* `len` bytes at `ptr`; NULL: as many as the access has. */
void omen_ins_emit_bounds(struct omen_ins *x, const struct omen_ins_access *a, LLVMValueRef ptr,
                          LLVMValueRef len, uint32_t site) {
  LLVMValueRef base = a->base, extent = omen_ins_u64(x, a->extent), bits = omen_ins_u32(x, how(a)),
               number = omen_ins_u32(x, omen_site_number(site));
  if (a->base_at) {
    LLVMValueRef at = omen_ins_u64(x, (uint64_t)a->base_at);
    base = LLVMBuildGEP2(x->b, x->i8, base, &at, 1, "");
  }
  if (!len && a->size <= a->extent) {
    LLVMValueRef last = omen_ins_u64(x, a->open ? INT64_MAX : a->extent - a->size);
    LLVMValueRef args[] = {ptr, omen_ins_u64(x, a->size), base, extent, bits, last, number};
    omen_ins_build(x, x->bounds, args, 7);
    return;
  }
  len = len ? LLVMBuildIntCast2(x->b, len, x->i64, 0, "") : omen_ins_u64(x, a->size);
  LLVMValueRef args[] = {ptr, len, base, extent, bits, number};
  omen_ins_build(x, x->bounds_range, args, 6);
}

/* From instructions to points-to constraints. Any value of eight bytes or more may hold a pointer, whatever
 * its type: pointers travel as integers, in vectors, in small structs. Narrower ones may where they are only
 * copied; what is computed of the parts of a pointer is not followed (docs/scan.md says so). */
#include "static/program.h"
#include <stdlib.h>
#include <string.h>

bool omen_holds_pointer(LLVMTypeRef t) {
  switch (LLVMGetTypeKind(t)) {
  case LLVMPointerTypeKind: return true;
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t) >= 64;
  case LLVMDoubleTypeKind:
  case LLVMX86_FP80TypeKind:
  case LLVMFP128TypeKind:
  case LLVMVectorTypeKind: return true;
  case LLVMStructTypeKind:
  case LLVMArrayTypeKind: return true;
  default: return false;
  }
}

bool omen_is_double(LLVMTypeRef t) {
  LLVMTypeKind k = LLVMGetTypeKind(t);
  return k == LLVMDoubleTypeKind || k == LLVMX86_FP80TypeKind || k == LLVMFP128TypeKind;
}

static void all_threads_reach(struct omen_program *p, uint32_t loc) {
  uint32_t node = omen_pt_node(&p->pt);
  omen_pt_points(&p->pt, node, loc);
  OMEN_GROW(p->shared.v, p->shared.n, p->shared.cap);
  p->shared.v[p->shared.n++] = node;
}

/* Variables of libc that lead to its own memory, or to the arguments. */
static bool is_of_libc(const char *name) {
  static const char *const names[] = {"stdin",
                                      "stdout",
                                      "stderr",
                                      "optarg",
                                      "environ",
                                      "__environ",
                                      "program_invocation_name",
                                      "program_invocation_short_name"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name)) return true;
  return false;
}

/* Virtual functions and types, by the C++ ABI: never written. */
static bool is_type_table(const char *name) {
  return !strncmp(name, "_ZTV", 4) || !strncmp(name, "_ZTI", 4) || !strncmp(name, "_ZTS", 4) ||
         !strncmp(name, "_ZTT", 4);
}

/* A variable of code that is not here. What is stored in it is known there; so is its address, unless each
 * thread has its own. */
static void declare(struct omen_program *p, uint32_t obj) {
  uint32_t loc = omen_pt_loc(&p->pt, obj, 0, 1);
  if (p->pt.objects[obj].thread_local_) {
    omen_may_be_outside(p, omen_pt_content(&p->pt, loc));
    omen_pt_copy(&p->pt, omen_pt_view(&p->pt, loc), p->outside);
  } else if (is_of_libc(omen_value_name(p->pt.objects[obj].value))) {
    uint32_t content = omen_pt_content(&p->pt, loc);
    omen_pt_points(&p->pt, content, p->library_loc);
    omen_pt_points(&p->pt, content, p->arguments_loc);
    omen_pt_points(&p->pt, content, p->strings_loc);
  } else
    omen_pt_points(&p->pt, p->outside, loc);
}

uint32_t omen_object_of(struct omen_program *p, LLVMValueRef v) {
  uint64_t known;
  if (omen_map_get(&p->objects, v, &known)) return (uint32_t)known;
  enum omen_object_kind kind = LLVMIsAFunction(v)         ? OMEN_OBJ_FUNCTION
                               : LLVMIsAGlobalVariable(v) ? OMEN_OBJ_GLOBAL
                               : LLVMIsAAllocaInst(v)     ? OMEN_OBJ_STACK
                                                          : OMEN_OBJ_HEAP;
  uint64_t size = 0;
  if (kind == OMEN_OBJ_GLOBAL && LLVMTypeIsSized(LLVMGlobalGetValueType(v)))
    size = LLVMABISizeOfType(p->td, LLVMGlobalGetValueType(v));
  if (kind == OMEN_OBJ_STACK && LLVMIsAConstantInt(LLVMGetOperand(v, 0)))
    size = LLVMABISizeOfType(p->td, LLVMGetAllocatedType(v)) * LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0));
  uint32_t obj = omen_pt_object(&p->pt, kind, v, size);
  omen_map_put(&p->objects, v, obj);
  if (kind == OMEN_OBJ_GLOBAL) {
    p->pt.objects[obj].thread_local_ = LLVMIsThreadLocal(v);
    p->pt.objects[obj].constant =
        (LLVMIsGlobalConstant(v) && !LLVMIsDeclaration(v)) || is_type_table(omen_value_name(v));
    p->pt.objects[obj].once = !LLVMIsThreadLocal(v);
    if (LLVMIsDeclaration(v)) declare(p, obj);
  }
  return obj;
}

static uint64_t gcd(uint64_t a, uint64_t b) { return b ? gcd(b, a % b) : a; }

static uint64_t magnitude(int64_t a) { return a < 0 ? -(uint64_t)a : (uint64_t)a; }

/* Does the value come back to itself through phis and steps? Then it walks. */
static bool walks(LLVMValueRef v, LLVMValueRef start, int depth) {
  if (depth > 6 || !LLVMIsAInstruction(v)) return false;
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMPHI:
    for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
      if (LLVMGetIncomingValue(v, i) == start || walks(LLVMGetIncomingValue(v, i), start, depth + 1))
        return true;
    return false;
  case LLVMGetElementPtr:
  case LLVMBitCast:
  case LLVMFreeze: return LLVMGetOperand(v, 0) == start || walks(LLVMGetOperand(v, 0), start, depth + 1);
  case LLVMSelect:
    return LLVMGetOperand(v, 1) == start || LLVMGetOperand(v, 2) == start ||
           walks(LLVMGetOperand(v, 1), start, depth + 1) || walks(LLVMGetOperand(v, 2), start, depth + 1);
  default: return false;
  }
}

bool omen_is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

/* A step of an address. Its base is the one pointer in its linear form. */
static void address(struct omen_program *p, LLVMValueRef v, uint32_t to) {
  struct omen_linear l;
  omen_linear_of(p->td, v, &l);
  int base = -1;
  uint64_t stride = 0;
  bool odd = false;
  for (int i = 0; i < l.n; i++) {
    if (omen_is_pointer(l.t[i].v) && l.t[i].coef == 1 && base < 0 && !LLVMIsAConstantPointerNull(l.t[i].v))
      base = i;
    else if (omen_is_pointer(l.t[i].v))
      odd = true;
    else
      stride = gcd(stride, magnitude(l.t[i].coef));
  }
  if (base < 0 || odd || l.t[base].v == v) {
    for (int i = 0; i < l.n; i++)
      if (l.t[i].v != v) omen_pt_step(&p->pt, omen_node_of(p, l.t[i].v), to, 0, 1);
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
      omen_pt_step(&p->pt, omen_node_of(p, LLVMGetOperand(v, (unsigned)i)), to, 0, 1);
    return;
  }
  if (!stride && l.c && walks(l.t[base].v, v, 0)) stride = magnitude(l.c);
  if (stride > UINT32_MAX) stride = 1;
  omen_pt_step(&p->pt, omen_node_of(p, l.t[base].v), to, l.c, (uint32_t)stride);
}

static bool holds_addresses(LLVMValueRef v) {
  if (LLVMIsAGlobalValue(v) || LLVMIsAConstantExpr(v) || LLVMIsABlockAddress(v)) return true;
  for (int i = 0; i < LLVMGetNumOperands(v); i++)
    if (holds_addresses(LLVMGetOperand(v, (unsigned)i))) return true;
  return false;
}

/* Strings and tables of numbers: nobody writes there, and what is read there leads nowhere. Sets do without
 * them; large programs have thousands. */
static bool tells_nothing(LLVMValueRef v) {
  return LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) && !LLVMIsDeclaration(v) &&
         !holds_addresses(LLVMGetInitializer(v));
}

/* A number that is an address: of a mapping that the program asked for at this place, say. Small ones, and
 * those that no process has, only mark something. */
static bool fixed_address(LLVMValueRef v) {
  if (!LLVMIsAConstantExpr(v) || LLVMGetConstOpcode(v) != LLVMIntToPtr) return false;
  LLVMValueRef n = LLVMGetOperand(v, 0);
  if (!LLVMIsAConstantInt(n) || LLVMGetIntTypeWidth(LLVMTypeOf(n)) > 64) return false;
  uint64_t at = LLVMConstIntGetZExtValue(n);
  return at >= 1 << 16 && at < UINT64_C(1) << 47;
}

/* Constants: addresses of globals, and expressions of them. */
static void constant(struct omen_program *p, LLVMValueRef v, uint32_t to) {
  if (LLVMIsAGlobalAlias(v)) {
    omen_pt_copy(&p->pt, omen_node_of(p, LLVMAliasGetAliasee(v)), to);
  } else if (LLVMIsAGlobalIFunc(v)) {
    uint32_t fn = omen_fn_number(p, omen_resolver(v));
    if (fn == UINT32_MAX || !p->fns[fn].body)
      omen_may_be_outside(p, to);
    else
      omen_pt_copy(&p->pt, p->fns[fn].ret, to);
  } else if (LLVMIsAGlobalVariable(v) || LLVMIsAFunction(v)) {
    if (!tells_nothing(v)) omen_pt_points(&p->pt, to, omen_pt_loc(&p->pt, omen_object_of(p, v), 0, 0));
    if (omen_also(p, v)) omen_pt_copy(&p->pt, omen_node_of(p, omen_also(p, v)), to);
    if (LLVMIsDeclaration(v)) omen_between_symbols(p, omen_value_name(v), to);
  } else if (fixed_address(v)) {
    omen_may_be_outside(p, to);
  } else if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr) {
    address(p, v, to);
  } else if (LLVMIsAConstantExpr(v) || LLVMIsAConstantStruct(v) || LLVMIsAConstantArray(v) ||
             LLVMIsAConstantVector(v)) {
    if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMSub) /* of one object it would be a number */
      omen_pt_points(&p->pt, to, p->distance_loc);
    bool sum = LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) != LLVMIntToPtr &&
               LLVMGetConstOpcode(v) != LLVMPtrToInt && LLVMGetConstOpcode(v) != LLVMBitCast;
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
      omen_pt_step(&p->pt, omen_node_of(p, LLVMGetOperand(v, (unsigned)i)), to, 0, sum);
  } else if (LLVMIsABlockAddress(v)) {
  }
}

uint32_t omen_node_of(struct omen_program *p, LLVMValueRef v) {
  uint64_t known;
  if (omen_map_get(&p->nodes, v, &known)) return (uint32_t)known;
  if (!omen_holds_pointer(LLVMTypeOf(v))) return 0;
  if (LLVMIsAConstantInt(v) || LLVMIsAConstantPointerNull(v) || LLVMIsUndef(v) ||
      LLVMIsAConstantDataSequential(v) || LLVMIsAConstantAggregateZero(v))
    return 0;
  uint32_t n = omen_pt_node(&p->pt);
  omen_map_put(&p->nodes, v, n);
  if (LLVMIsConstant(v)) constant(p, v, n);
  return n;
}

/* The addresses that a narrow number was computed of: a table of distances. */
static void named_in(struct omen_program *p, LLVMValueRef v, uint32_t content) {
  if (LLVMIsAGlobalValue(v)) omen_pt_step(&p->pt, omen_node_of(p, v), content, 0, 1);
  for (int i = 0; LLVMIsAConstantExpr(v) && i < LLVMGetNumOperands(v); i++)
    named_in(p, LLVMGetOperand(v, (unsigned)i), content);
}

static void initialiser(struct omen_program *p, uint32_t obj, int64_t off, LLVMValueRef v) {
  if (LLVMIsAConstantDataSequential(v) || LLVMIsAConstantAggregateZero(v) || LLVMIsUndef(v)) return;
  LLVMTypeRef t = LLVMTypeOf(v);
  if (LLVMIsAConstantStruct(v)) {
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
      initialiser(p, obj, off + (int64_t)LLVMOffsetOfElement(p->td, t, (unsigned)i),
                  LLVMGetOperand(v, (unsigned)i));
  } else if (LLVMIsAConstantArray(v)) {
    int64_t size = (int64_t)LLVMABISizeOfType(p->td, LLVMGetElementType(t));
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
      initialiser(p, obj, off + i * size, LLVMGetOperand(v, (unsigned)i));
  } else {
    uint32_t n = omen_node_of(p, v);
    if (!n && !LLVMIsAConstantExpr(v)) return;
    uint32_t content = omen_pt_content(&p->pt, omen_pt_loc(&p->pt, obj, off, 0));
    if (n)
      omen_pt_copy(&p->pt, n, content);
    else
      named_in(p, v, content);
  }
}

/* Copies what `len` bytes hold: eight by eight where they are few, else all of it to everywhere. */
static void copy_memory(struct omen_program *p, LLVMValueRef to, LLVMValueRef from, LLVMValueRef len) {
  uint32_t d = omen_node_of(p, to), s = omen_node_of(p, from);
  uint64_t n = LLVMIsAConstantInt(len) ? LLVMConstIntGetZExtValue(len) : UINT64_MAX;
  if (!d || !s || n < 8) return;
  for (uint64_t i = 0; i == 0 || (n <= 256 && i + 8 <= n); i += 8) {
    uint32_t a = omen_pt_node(&p->pt), b = omen_pt_node(&p->pt), value = omen_pt_node(&p->pt);
    omen_pt_step(&p->pt, s, a, (int64_t)i, n > 256);
    omen_pt_step(&p->pt, d, b, (int64_t)i, n > 256);
    omen_pt_load(&p->pt, a, value);
    omen_pt_store(&p->pt, value, b);
  }
}

static void copy_operands(struct omen_program *p, LLVMValueRef v, uint32_t to, unsigned first,
                          bool anywhere) {
  for (unsigned i = first; i < (unsigned)LLVMGetNumOperands(v); i++)
    omen_pt_step(&p->pt, omen_node_of(p, LLVMGetOperand(v, i)), to, 0, anywhere);
}

/* What is wider than a pointer holds several: each eight bytes of it. */
static uint32_t step_to(struct omen_program *p, uint32_t pointer, uint64_t at, bool anywhere) {
  uint32_t place = omen_pt_node(&p->pt);
  omen_pt_step(&p->pt, pointer, place, (int64_t)at, anywhere);
  return place;
}

enum { WIDE = 256 }; /* bytes: what is wider is one place */

static void load_value(struct omen_program *p, LLVMValueRef ptr, LLVMTypeRef type, uint32_t to) {
  uint64_t size = LLVMTypeIsSized(type) ? LLVMStoreSizeOfType(p->td, type) : WIDE + 1;
  uint32_t from = omen_node_of(p, ptr);
  if (!to || !from) return;
  if (size <= WIDE) omen_pt_load(&p->pt, from, to);
  for (uint64_t at = 8; size <= WIDE && at < size; at += 8)
    omen_pt_load(&p->pt, step_to(p, from, at, false), to);
  if (size > WIDE) omen_pt_load(&p->pt, step_to(p, from, 0, true), to);
}

static void store_value(struct omen_program *p, uint32_t value, LLVMTypeRef type, LLVMValueRef ptr) {
  uint64_t size = LLVMTypeIsSized(type) ? LLVMStoreSizeOfType(p->td, type) : WIDE + 1;
  uint32_t to = omen_node_of(p, ptr);
  if (!value || !to) return;
  if (size <= WIDE) omen_pt_store(&p->pt, value, to);
  for (uint64_t at = 8; size <= WIDE && at < size; at += 8)
    omen_pt_store(&p->pt, value, step_to(p, to, at, false));
  if (size > WIDE) omen_pt_store(&p->pt, value, step_to(p, to, 0, true));
}

/* Intrinsics that read and write memory in ways of their own: of one processor, or of vectors with holes. */
static bool touches_memory(const char *name) {
  static const char *const names[] = {"llvm.x86.",          "llvm.vp.",           "llvm.masked.",
                                      "llvm.load.relative", "llvm.experimental.", NULL};
  for (size_t i = 0; names[i]; i++)
    if (!strncmp(name, names[i], strlen(names[i]))) return true;
  return false;
}

/* What it is given, and all that is stored where that points to, may be what it gives and what it leaves. */
static void any_memory(struct omen_program *p, LLVMValueRef v) {
  uint32_t value = omen_pt_node(&p->pt), places = omen_pt_node(&p->pt);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(v); i++) {
    omen_pt_step(&p->pt, omen_node_of(p, LLVMGetOperand(v, i)), value, 0, 1);
    if (!omen_is_pointer(LLVMGetOperand(v, i)) &&
        LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(v, i))) != LLVMVectorTypeKind)
      continue;
    omen_pt_step(&p->pt, omen_node_of(p, LLVMGetOperand(v, i)), places, 0, 1);
  }
  omen_pt_load(&p->pt, places, value);
  omen_pt_store(&p->pt, value, places);
  if (omen_holds_pointer(LLVMTypeOf(v))) omen_pt_copy(&p->pt, value, omen_node_of(p, v));
}

static void memory_call(struct omen_program *p, LLVMValueRef v, const char *name) {
  if (!strncmp(name, "llvm.memcpy", 11) || !strncmp(name, "llvm.memmove", 12))
    copy_memory(p, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1), LLVMGetOperand(v, 2));
  else if (!strncmp(name, "llvm.masked.store", 17) || !strncmp(name, "llvm.masked.scatter", 19))
    store_value(p, omen_node_of(p, LLVMGetOperand(v, 0)), LLVMTypeOf(LLVMGetOperand(v, 0)),
                LLVMGetOperand(v, 1));
  else if (!strncmp(name, "llvm.masked.load", 16) || !strncmp(name, "llvm.masked.gather", 18)) {
    load_value(p, LLVMGetOperand(v, 0), LLVMTypeOf(v), omen_node_of(p, v));
    omen_pt_copy(&p->pt, omen_node_of(p, LLVMGetOperand(v, 3)), omen_node_of(p, v));
  } else if (touches_memory(name))
    any_memory(p, v);
  else if (!strncmp(name, "llvm.threadlocal.address", 24))
    omen_pt_copy(&p->pt, omen_node_of(p, LLVMGetOperand(v, 0)), omen_node_of(p, v));
  else if (!strncmp(name, "llvm.va_copy", 12))
    copy_memory(p, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1),
                LLVMConstInt(LLVMInt64TypeInContext(p->c), 24, 0));
  else if (omen_holds_pointer(LLVMTypeOf(v))) {
    uint32_t to = omen_node_of(p, v);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(v); i++)
      omen_pt_step(&p->pt, omen_node_of(p, LLVMGetOperand(v, i)), to, 0, 1);
  }
}

/* va_start: the list points to a block that holds all variable arguments. */
static void variable_arguments(struct omen_program *p, struct omen_scan_fn *f, LLVMValueRef v) {
  uint32_t block = omen_node_of(p, v);
  if (!block) {
    block = omen_pt_node(&p->pt);
    omen_map_put(&p->nodes, v, block);
  }
  uint32_t loc = omen_pt_loc(&p->pt, omen_pt_object(&p->pt, OMEN_OBJ_STACK, v, 0), 0, 1),
           list = omen_pt_node(&p->pt);
  omen_pt_points(&p->pt, block, loc);
  omen_pt_step(&p->pt, omen_node_of(p, LLVMGetOperand(v, 0)), list, 0, 1);
  omen_pt_store(&p->pt, block, list);
  omen_pt_copy(&p->pt, f->rest, omen_pt_content(&p->pt, loc));
}

static void note_call(struct omen_program *p, uint32_t fn, LLVMValueRef v) {
  LLVMValueRef callee = omen_callee(v);
  const char *name = callee ? omen_value_name(callee) : "";
  if (!strncmp(name, "llvm.va_start", 13)) {
    variable_arguments(p, &p->fns[fn], v);
  } else if (!strncmp(name, "llvm.", 5) && !omen_comes_again(v)) {
    memory_call(p, v, name);
  } else if (strncmp(name, "__omen_", 7)) {
    if (omen_comes_again(v)) p->fns[fn].again = true;
    OMEN_GROW(p->calls, p->ncalls, p->calls_cap);
    p->calls[p->ncalls] = (struct omen_call_site){.inst = v, .fn = fn};
    omen_map_put(&p->call_of, v, p->ncalls);
    struct omen_u32s *calls = &p->fns[fn].calls;
    OMEN_GROW(calls->v, calls->n, calls->cap);
    calls->v[calls->n++] = p->ncalls++;
  }
}

/* Constants have nodes before the solver begins, whatever they are used for. */
static void note_constants(struct omen_program *p, LLVMValueRef v) {
  for (int i = 0; i < LLVMGetNumOperands(v); i++) {
    LLVMValueRef x = LLVMGetOperand(v, (unsigned)i);
    if (x && LLVMIsAConstant(x) && !LLVMIsABasicBlock(x)) omen_node_of(p, x);
  }
}

/* Is it one of many places, one behind the other? */
static bool varies(struct omen_program *p, LLVMValueRef ptr) {
  LLVMValueRef base;
  int64_t off;
  return !omen_constant_distance(p, ptr, &base, &off) || walks(base, ptr, 0) || walks(base, base, 0);
}

/* What is narrower than a pointer, and stored as it was loaded or cut out of a wider value, may be part of
 * one: objects are copied byte by byte, too. That goes from array to array, or from field to field; a byte
 * that comes from many places into one, or the other way round, is a character of a text or a flag. */
static uint32_t copied(struct omen_program *p, LLVMValueRef value, LLVMValueRef to) {
  if (LLVMIsATruncInst(value)) return omen_node_of(p, LLVMGetOperand(value, 0));
  if (!LLVMIsALoadInst(value) || varies(p, LLVMGetOperand(value, 0)) != varies(p, to)) return 0;
  uint32_t n = omen_pt_node(&p->pt);
  omen_pt_load(&p->pt, omen_node_of(p, LLVMGetOperand(value, 0)), n);
  return n;
}

/* Vectors of bytes, of halves of pointers, of fractions: what is computed of these is no pointer. */
static bool of_pieces(struct omen_program *p, LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  return LLVMGetTypeKind(t) == LLVMVectorTypeKind &&
         LLVMGetTypeKind(LLVMGetElementType(t)) != LLVMPointerTypeKind &&
         LLVMSizeOfTypeInBits(p->td, LLVMGetElementType(t)) < 64;
}

static void instruction(struct omen_program *p, uint32_t fn, LLVMValueRef v) {
  note_constants(p, v);
  LLVMOpcode op = LLVMGetInstructionOpcode(v);
  uint32_t to = op == LLVMStore ? 0 : omen_node_of(p, v);
  switch (op) {
  case LLVMAlloca: omen_pt_points(&p->pt, to, omen_pt_loc(&p->pt, omen_object_of(p, v), 0, 0)); break;
  case LLVMLoad: load_value(p, LLVMGetOperand(v, 0), LLVMTypeOf(v), to); break;
  case LLVMStore: {
    uint32_t from = omen_node_of(p, LLVMGetOperand(v, 0));
    if (!from) from = copied(p, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1));
    store_value(p, from, LLVMTypeOf(LLVMGetOperand(v, 0)), LLVMGetOperand(v, 1));
    break;
  }
  case LLVMAtomicRMW:
    load_value(p, LLVMGetOperand(v, 0), LLVMTypeOf(v), to);
    store_value(p, omen_node_of(p, LLVMGetOperand(v, 1)), LLVMTypeOf(v), LLVMGetOperand(v, 0));
    break;
  case LLVMAtomicCmpXchg: {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, 1));
    load_value(p, LLVMGetOperand(v, 0), type, to);
    store_value(p, omen_node_of(p, LLVMGetOperand(v, 2)), type, LLVMGetOperand(v, 0));
    break;
  }
  case LLVMGetElementPtr: address(p, v, to); break;
  case LLVMPHI:
    for (unsigned i = 0; to && i < LLVMCountIncoming(v); i++)
      omen_pt_copy(&p->pt, omen_node_of(p, LLVMGetIncomingValue(v, i)), to);
    break;
  case LLVMSelect:
    if (to) copy_operands(p, v, to, 1, false);
    break;
  case LLVMBitCast:
  case LLVMIntToPtr:
  case LLVMPtrToInt:
  case LLVMFreeze:
  case LLVMExtractValue:
  case LLVMInsertValue:
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
    if (to) copy_operands(p, v, to, 0, false);
    break;
  case LLVMRet:
    if (LLVMGetNumOperands(v)) omen_pt_copy(&p->pt, omen_node_of(p, LLVMGetOperand(v, 0)), p->fns[fn].ret);
    break;
  case LLVMZExt:
  case LLVMSExt:
    if (to && !of_pieces(p, v) && omen_narrow_number(LLVMGetOperand(v, 0)))
      omen_pt_points(&p->pt, to, p->number_loc);
    if (to && !of_pieces(p, v)) copy_operands(p, v, to, 0, true);
    break;
  case LLVMLandingPad: omen_may_be_outside(p, to); break;
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr: note_call(p, fn, v); break;
  default:
    if (to && !of_pieces(p, v)) copy_operands(p, v, to, 0, true); /* arithmetic */
  }
}

static void body(struct omen_program *p, uint32_t fn) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(p->fns[fn].value); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) instruction(p, fn, v);
}

void omen_may_be_outside(struct omen_program *p, uint32_t node) {
  if (node) omen_pt_points(&p->pt, node, p->outside_loc);
}

/* An object that stands for memory of others. Unknown code may hand out its address, too. */
static uint32_t foreign(struct omen_program *p) {
  uint32_t obj = omen_pt_object(&p->pt, OMEN_OBJ_UNKNOWN, NULL, 0);
  p->pt.objects[obj].outside = true;
  uint32_t loc = omen_pt_loc(&p->pt, obj, 0, 1);
  all_threads_reach(p, loc);
  return loc;
}

/* argv and the environment: arrays of strings, which lead nowhere. */
static void open_arguments(struct omen_program *p) {
  p->arguments_loc = foreign(p);
  p->strings_loc = foreign(p);
  omen_pt_points(&p->pt, omen_pt_content(&p->pt, p->arguments_loc), p->strings_loc);
  LLVMValueRef f = LLVMGetNamedFunction(p->m, "main");
  for (unsigned i = 0; f && i < LLVMCountParams(f); i++) {
    uint32_t n = omen_node_of(p, LLVMGetParam(f, i));
    if (n) omen_pt_points(&p->pt, n, p->arguments_loc);
  }
}

/* Code without a body reads and writes all that it can reach, and calls functions that it knows. The node
 * `outside` collects what it can reach. Pointers that come from there do not have all of these locs, of which
 * there are thousands, but one that stands for them: outside_loc. */
static void open_outside(struct omen_program *p) {
  p->any_lock_loc = omen_pt_loc(&p->pt, omen_pt_object(&p->pt, OMEN_OBJ_UNKNOWN, NULL, 0), 0, 1);
  p->number_loc = omen_pt_loc(&p->pt, omen_pt_object(&p->pt, OMEN_OBJ_UNKNOWN, NULL, 0), 0, 1);
  p->outside = omen_pt_node(&p->pt);
  p->results = omen_pt_node(&p->pt);
  p->cast_loc = omen_pt_loc(&p->pt, omen_pt_object(&p->pt, OMEN_OBJ_UNKNOWN, NULL, 0), 0, 1);
  p->distance_loc = omen_pt_loc(&p->pt, omen_pt_object(&p->pt, OMEN_OBJ_UNKNOWN, NULL, 0), 0, 1);
  p->sent = omen_pt_node(&p->pt);
  p->outside_loc = omen_pt_loc(&p->pt, omen_pt_object(&p->pt, OMEN_OBJ_UNKNOWN, NULL, 0), 0, 1);
  omen_pt_points(&p->pt, p->outside, p->outside_loc);
  omen_pt_load(&p->pt, p->outside, p->outside);
  omen_may_be_outside(p, omen_pt_content(&p->pt, p->outside_loc));
  p->library_loc = foreign(p);
  omen_pt_points(&p->pt, omen_pt_content(&p->pt, p->library_loc), p->library_loc);
  omen_pt_watch(&p->pt, p->outside, UINT32_MAX);
  open_arguments(p);
}

void omen_program_solve(struct omen_program *p, char *names) {
  p->pt.watch = omen_watch_heard;
  p->pt.with = p;
  open_outside(p);
  for (uint32_t i = 0; i < p->nfns; i++) {
    p->fns[i].obj = omen_object_of(p, p->fns[i].value);
    p->fns[i].ret = omen_pt_node(&p->pt);
    p->fns[i].rest = omen_pt_node(&p->pt);
  }
  omen_other_names(p, names);
  for (LLVMValueRef g = LLVMGetFirstGlobal(p->m); g; g = LLVMGetNextGlobal(g)) {
    uint32_t obj = omen_object_of(p, g);
    if (!LLVMIsDeclaration(g) && LLVMGetInitializer(g)) initialiser(p, obj, 0, LLVMGetInitializer(g));
  }
  for (uint32_t i = 0; i < p->nfns; i++)
    if (p->fns[i].body) body(p, i);
  omen_find_wrappers(p);
  for (uint32_t i = 0; i < p->ncalls; i++) omen_call_constraints(p, i);
  omen_pt_solve(&p->pt);
  omen_follow_numbers(p);
}

LLVMValueRef omen_base_of(LLVMValueRef v) {
  for (int i = 0; i < 1000; i++) {
    bool expr = LLVMIsAConstantExpr(v) != NULL;
    if (!expr && !LLVMIsAInstruction(v)) return v;
    LLVMOpcode op = expr ? LLVMGetConstOpcode(v) : LLVMGetInstructionOpcode(v);
    if (op != LLVMGetElementPtr && op != LLVMBitCast && op != LLVMFreeze) return v;
    v = LLVMGetOperand(v, 0);
  }
  return v;
}

bool omen_constant_distance(struct omen_program *p, LLVMValueRef ptr, LLVMValueRef *base, int64_t *off) {
  struct omen_linear l;
  if (!omen_is_pointer(ptr)) return false;
  omen_linear_of(p->td, ptr, &l);
  if (l.n != 1 || l.t[0].coef != 1 || !omen_is_pointer(l.t[0].v)) return false;
  *base = l.t[0].v;
  *off = l.c;
  return true;
}

bool omen_is_outside(const struct omen_program *p, const struct omen_bitset *locs) {
  return omen_bitset_has(locs, p->outside_loc);
}

static bool any_outside(const struct omen_program *p, const struct omen_bitset *locs) {
  for (struct omen_bititer i = omen_bititer(locs); omen_bititer_next(&i);)
    if (p->pt.objects[p->pt.locs[i.x].obj].outside) return true;
  return false;
}

static bool any_overlap(const struct omen_program *p, const struct omen_bitset *a,
                        const struct omen_bitset *b) {
  for (struct omen_bititer i = omen_bititer(a); omen_bititer_next(&i);)
    for (struct omen_bititer k = omen_bititer(b); omen_bititer_next(&k);) {
      const struct omen_loc *x = &p->pt.locs[i.x], *y = &p->pt.locs[k.x];
      if (x->obj == y->obj && omen_loc_overlap(x, 1, y, 1)) return true;
    }
  return false;
}

bool omen_locs_meet(const struct omen_program *p, const struct omen_bitset *a, const struct omen_bitset *b) {
  if (omen_bitset_meets(a, b) || (omen_is_outside(p, a) && any_outside(p, b)) ||
      (omen_is_outside(p, b) && any_outside(p, a)))
    return true;
  return any_overlap(p, a, b);
}

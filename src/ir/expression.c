/* The text of an access, rebuilt from the address computation and the types in debug info: the address is
 * taken apart into a base, constant bytes and scaled indices (linear.h); the bytes select members, the
 * indices subscripts. LLVM-C does not show a node's DWARF tag, so kinds of types are told apart by what else
 * a node has. */
#include "ir/linear.h"
#include "ir/metadata.h"
#include "ir/debug_names.h"
#include "base/base.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 6, MAX_DIMENSIONS = 8 };
enum {
  TAG_CLASS = 0x02,
  TAG_MEMBER = 0x0d,
  TAG_INHERITANCE = 0x1c,
  TAG_REFERENCE = 0x10,
  TAG_RVALUE_REFERENCE = 0x42
}; /* DW_TAG_... */

struct place {
  struct omen_buf text;
  LLVMMetadataRef type;    /* of what stands there, or NULL */
  uint64_t size;           /* of the access; 0: unknown */
  int64_t offset;          /* bytes still to be explained */
  struct omen_linear rest; /* indices still to be explained */
};

static bool is_kind(LLVMMetadataRef t, LLVMMetadataKind kind) { return t && LLVMGetMetadataKind(t) == kind; }

/* A derived type with a size of its own is a pointer or reference; without, a typedef or qualifier. */
static LLVMMetadataRef strip(LLVMContextRef c, LLVMMetadataRef t) {
  for (int i = 0; i < 32 && is_kind(t, LLVMDIDerivedTypeMetadataKind) && !LLVMDITypeGetSizeInBits(t); i++)
    t = omen_md_operand(t, OMEN_DI_BASE);
  return t;
}

static uint64_t bytes_of(LLVMContextRef c, LLVMMetadataRef t) {
  t = strip(c, t);
  if (!t) return 0;
  LLVMMetadataKind k = LLVMGetMetadataKind(t);
  bool type = k == LLVMDIBasicTypeMetadataKind || k == LLVMDIDerivedTypeMetadataKind ||
              k == LLVMDICompositeTypeMetadataKind;
  return type ? LLVMDITypeGetSizeInBits(t) / 8 : 0;
}

static LLVMMetadataRef pointee(LLVMContextRef c, LLVMMetadataRef t) {
  t = strip(c, t);
  return is_kind(t, LLVMDIDerivedTypeMetadataKind) ? omen_md_operand(t, OMEN_DI_BASE) : NULL;
}

/* The counts of an array type's dimensions; 0 when it is no array. */
static int dimensions(LLVMContextRef c, LLVMMetadataRef t, int64_t *counts) {
  if (!is_kind(t, LLVMDICompositeTypeMetadataKind)) return 0;
  LLVMMetadataRef list = omen_md_operand(t, OMEN_DI_ELEMENTS);
  int n = 0;
  for (unsigned i = 0; i < omen_md_count(list) && n < MAX_DIMENSIONS; i++) {
    LLVMMetadataRef range = omen_md_operand(list, i);
    if (!is_kind(range, LLVMDISubrangeMetadataKind)) return 0;
    LLVMMetadataRef count = omen_md_operand(range, 0);
    LLVMValueRef v = count ? LLVMMetadataAsValue(c, count) : NULL, number = NULL;
    if (v && LLVMGetMDNodeNumOperands(v) == 1) LLVMGetMDNodeOperands(v, &number);
    counts[n++] = number && LLVMIsAConstantInt(number) ? LLVMConstIntGetSExtValue(number) : 0;
  }
  return n;
}

static bool indices_left(const struct place *p) {
  for (int i = 0; i < p->rest.n; i++)
    if (p->rest.t[i].coef) return true;
  return false;
}

static char *value_text(struct omen_ir_names *n, LLVMValueRef v, int depth);

static void put_signed(struct omen_buf *b, int64_t k) {
  omen_buf_addf(b, "%s%lld", k > 0 ? "+" : "", (long long)k);
}

/* [i+1]: the terms whose factor is this many bytes, and the constant's share. False when a term has no name.
 */
static bool put_index(struct omen_ir_names *n, struct place *p, int64_t bytes, int depth) {
  bool any = false;
  omen_buf_adds(&p->text, "[");
  for (int i = 0; i < p->rest.n; i++) {
    struct omen_term *t = &p->rest.t[i];
    if (!t->coef || t->coef % bytes) continue;
    char *name = value_text(n, t->v, depth + 1);
    if (!name) return false;
    int64_t times = t->coef / bytes;
    if (any && times > 0) omen_buf_adds(&p->text, "+");
    if (times == -1)
      omen_buf_adds(&p->text, "-");
    else if (times != 1)
      omen_buf_addf(&p->text, "%lld*", (long long)times);
    omen_buf_adds(&p->text, name);
    free(name);
    t->coef = 0;
    any = true;
  }
  /* a[i][j-1] is some bytes before a[i][j], not in the row before: with indices to come, the nearest row
   * counts */
  int64_t towards = indices_left(p) ? p->offset + bytes / 2 : p->offset,
          k = towards / bytes - (towards % bytes < 0);
  p->offset -= k * bytes;
  if (any && k)
    put_signed(&p->text, k);
  else if (!any)
    omen_buf_addf(&p->text, "%lld", (long long)k);
  omen_buf_adds(&p->text, "]");
  return true;
}

static bool enter_array(struct omen_ir_names *n, struct place *p, const int64_t *counts, int dims,
                        int depth) {
  LLVMMetadataRef element = omen_md_operand(p->type, OMEN_DI_BASE);
  int64_t bytes = (int64_t)bytes_of(n->c, element);
  for (int d = 1; d < dims; d++)
    if (counts[d] <= 0 || counts[d] > INT32_MAX || __builtin_mul_overflow(bytes, counts[d], &bytes))
      return false;
  for (int d = 0; d < dims; d++) {
    if (bytes <= 0 || !put_index(n, p, bytes, depth)) return false;
    if (d + 1 < dims) bytes /= counts[d + 1];
  }
  p->type = strip(n->c, element);
  return true;
}

struct member {
  LLVMMetadataRef node;
  int64_t from, size;
};

/* A member of each object, or a base class. Members that are static are listed among them, and lie elsewhere.
 */
static bool is_member(LLVMMetadataRef node) {
  if (!is_kind(node, LLVMDIDerivedTypeMetadataKind)) return false;
  uint16_t tag = LLVMGetDINodeTag(node);
  return (tag == TAG_MEMBER || tag == TAG_INHERITANCE) &&
         (LLVMDITypeGetFlags(node) & LLVMDIFlagStaticMember) != LLVMDIFlagStaticMember;
}

static bool member_at(struct omen_ir_names *n, LLVMMetadataRef node, int64_t offset, struct member *m) {
  if (!is_member(node)) return false;
  m->node = node;
  m->from = (int64_t)(LLVMDITypeGetOffsetInBits(node) / 8);
  m->size = (int64_t)((LLVMDITypeGetSizeInBits(node) + 7) / 8);
  if (!m->size) m->size = (int64_t)bytes_of(n->c, omen_md_operand(node, OMEN_DI_BASE));
  return offset >= m->from && offset < m->from + m->size;
}

/* What a lambda captured is called by its name alone, wherever the library keeps the lambda. */
static bool is_lambda(struct omen_ir_names *n, LLVMMetadataRef type) {
  char *name = omen_md_string(n->c, type, OMEN_DI_NAME);
  bool is = !*name && LLVMGetDINodeTag(type) == TAG_CLASS;
  free(name);
  return is;
}

/* The member that the next bytes belong to: of a union's, one of the size that is accessed, if there is one.
 * An unnamed member (base class, anonymous union) is entered silently. */
static bool enter_member(struct omen_ir_names *n, struct place *p, const char *how) {
  LLVMMetadataRef list = omen_md_operand(p->type, OMEN_DI_ELEMENTS);
  struct member m, best = {0};
  for (unsigned i = 0; i < omen_md_count(list); i++) {
    if (!member_at(n, omen_md_operand(list, i), p->offset, &m)) continue;
    bool fits = p->offset == m.from && (uint64_t)m.size == p->size;
    if (!best.node || fits) best = m;
    if (fits) break;
  }
  if (!best.node) return false;
  char *name = omen_md_string(n->c, best.node, OMEN_DI_NAME);
  if (*name && is_lambda(n, p->type)) p->text.len = 0, how = "";
  if (*name) omen_buf_addf(&p->text, "%s%s", how, name);
  p->offset -= best.from;
  p->type = strip(n->c, omen_md_operand(best.node, OMEN_DI_BASE));
  free(name);
  return true;
}

/* A struct that is nothing but one member is called by it: the bytes are the same, and the member is what the
 * source says. Not where the library wraps a value (std::atomic, std::unique_ptr): its members' names are its
 * own, and begin with an underscore. */
static bool is_one_member(struct omen_ir_names *n, LLVMMetadataRef type) {
  if (!is_kind(type, LLVMDICompositeTypeMetadataKind)) return false;
  LLVMMetadataRef list = omen_md_operand(type, OMEN_DI_ELEMENTS), only = NULL;
  for (unsigned i = 0; i < omen_md_count(list); i++) {
    LLVMMetadataRef node = omen_md_operand(list, i);
    if (!is_member(node)) continue; /* a function, a type */
    if (only || LLVMGetDINodeTag(node) != TAG_MEMBER) return false;
    only = node;
  }
  char *name = omen_md_string(n->c, only, OMEN_DI_NAME);
  bool is = only && *name && *name != '_' && LLVMDITypeGetSizeInBits(only) == LLVMDITypeGetSizeInBits(type);
  free(name);
  return is;
}

/* Goes into arrays and structs until the bytes are explained. */
static bool descend(struct omen_ir_names *n, struct place *p, const char *how, int depth) {
  for (int i = 0; i < 64; i++) {
    int64_t counts[MAX_DIMENSIONS];
    bool all = p->size && !p->offset && !indices_left(p) && p->size >= bytes_of(n->c, p->type);
    if (all && !is_one_member(n, p->type)) break;
    int dims = dimensions(n->c, p->type, counts);
    size_t before = p->text.len;
    if (dims) {
      if (!enter_array(n, p, counts, dims, depth)) return false;
    } else if (!is_kind(p->type, LLVMDICompositeTypeMetadataKind) || !enter_member(n, p, how))
      break;
    if (p->text.len != before) how = ".";
  }
  return !indices_left(p);
}

static LLVMMetadataRef variable_type(struct omen_ir_names *n, LLVMMetadataRef var) {
  return strip(n->c, omen_md_operand(var, OMEN_DI_VAR_TYPE));
}

/* A variable that lives in memory: its name and type are where the walk begins. */
static bool begin_variable(struct omen_ir_names *n, struct place *p, LLVMMetadataRef var) {
  char *name = omen_md_string(n->c, var, OMEN_DI_VAR_NAME);
  omen_buf_adds(&p->text, name);
  p->type = variable_type(n, var);
  bool named = *name != 0;
  free(name);
  return named;
}

static bool describe(struct omen_ir_names *n, LLVMValueRef ptr, struct place *p, int depth);

/* What a pointer value is called and what it points to: a variable, or something loaded from a place. */
static bool begin_pointer(struct omen_ir_names *n, struct place *p, LLVMValueRef v, LLVMMetadataRef *to,
                          int depth) {
  uint64_t var;
  if (omen_map_get(&n->locals, v, &var)) {
    if (!begin_variable(n, p, (LLVMMetadataRef)(uintptr_t)var)) return false;
  } else {
    struct place from = {.size = 8};
    bool known = LLVMIsALoadInst(v) && describe(n, LLVMGetOperand(v, 0), &from, depth + 1);
    if (known) omen_buf_adds(&p->text, from.text.data);
    p->type = from.type;
    omen_buf_release(&from.text);
    if (!known) return false;
  }
  *to = pointee(n->c, p->type);
  return *to != NULL;
}

static bool is_reference(LLVMMetadataRef type) {
  uint16_t tag = type ? LLVMGetDINodeTag(type) : 0;
  return tag == TAG_REFERENCE || tag == TAG_RVALUE_REFERENCE;
}

static bool through_pointer(struct omen_ir_names *n, struct place *p, LLVMMetadataRef to, int depth) {
  int64_t size = (int64_t)bytes_of(n->c, to);
  bool reference = is_reference(p->type);
  p->type = strip(n->c, to);
  if (!size) return false;
  if (reference) return descend(n, p, ".", depth);
  if (indices_left(p) || p->offset < 0 || p->offset >= size)
    return put_index(n, p, size, depth) && descend(n, p, ".", depth);
  bool lambda = is_lambda(n, p->type); /* what it captured may be called `this`, as it is itself */
  char *pointer = omen_xstrdup(p->text.data ? p->text.data : "");
  if (!descend(n, p, "->", depth)) {
    free(pointer);
    return false;
  }
  if (!lambda && !strcmp(pointer, p->text.data ? p->text.data : "")) { /* the whole of what it points to */
    p->text.len = 0;
    omen_buf_addf(&p->text, "*%s", pointer);
  }
  free(pointer);
  return true;
}

static LLVMValueRef take_base(struct omen_linear *l) {
  for (int i = 0; i < l->n; i++)
    if (l->t[i].coef == 1 && LLVMGetTypeKind(LLVMTypeOf(l->t[i].v)) == LLVMPointerTypeKind) {
      l->t[i].coef = 0;
      return l->t[i].v;
    }
  return NULL;
}

static LLVMValueRef behind_thread_local(LLVMValueRef v) {
  size_t len;
  if (!LLVMIsACallInst(v) || !LLVMIsAFunction(LLVMGetCalledValue(v))) return v;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(v), &len);
  return strncmp(name, "llvm.threadlocal.address", 24) ? v : LLVMGetOperand(v, 0);
}

static bool describe(struct omen_ir_names *n, LLVMValueRef ptr, struct place *p, int depth) {
  uint64_t slot;
  if (depth > MAX_DEPTH) return false;
  omen_linear_of(n->td, ptr, &p->rest);
  p->offset = p->rest.c;
  LLVMValueRef base = take_base(&p->rest);
  if (!base) return false;
  base = behind_thread_local(base);
  LLVMMetadataRef var = LLVMIsAGlobalVariable(base) ? omen_ir_names_global_node(base) : NULL, to;
  if (!var && omen_map_get(&n->slots, base, &slot)) var = (LLVMMetadataRef)(uintptr_t)slot;
  if (var) return begin_variable(n, p, var) && descend(n, p, ".", depth);
  if (LLVMIsAGlobalVariable(base)) return false;
  return begin_pointer(n, p, base, &to, depth) && through_pointer(n, p, to, depth);
}

/* The name of a number used as an index: a variable, or what was loaded to get it. */
static char *value_text(struct omen_ir_names *n, LLVMValueRef v, int depth) {
  uint64_t var;
  if (omen_map_get(&n->locals, v, &var))
    return omen_md_string(n->c, (LLVMMetadataRef)(uintptr_t)var, OMEN_DI_VAR_NAME);
  if (!LLVMIsALoadInst(v)) return NULL;
  struct place p = {.size = LLVMStoreSizeOfType(n->td, LLVMTypeOf(v))};
  bool known = describe(n, LLVMGetOperand(v, 0), &p, depth);
  char *text = known && p.text.data ? omen_xstrdup(p.text.data) : NULL;
  omen_buf_release(&p.text);
  return text;
}

char *omen_ir_names_expression(struct omen_ir_names *n, LLVMValueRef ptr, uint64_t size,
                               const struct omen_source_place *at) {
  struct place p = {.size = size};
  char *text = NULL;
  if (LLVMGetTypeKind(LLVMTypeOf(ptr)) == LLVMPointerTypeKind && describe(n, ptr, &p, 0) && p.text.len)
    text = omen_xstrdup(p.text.data);
  omen_buf_release(&p.text);
  return text ? text : omen_excerpt_expression(&n->source, at->file, at->line, at->column);
}

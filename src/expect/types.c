/* Types of C and C++ from debug information: see tree.h. */
#include "expect/tree.h"
#include <dwarf.h>
#include <string.h>

#define MAX_DEPTH 64

static struct omen_ty *new_ty(struct omen_compiler *c, enum omen_ty_kind kind, uint64_t size) {
  struct omen_ty *t = omen_compiler_new(c, sizeof *t);
  t->kind = kind;
  t->size = size;
  return t;
}

const struct omen_ty *omen_ty_int(struct omen_compiler *c, uint64_t size, bool is_signed) {
  struct omen_ty *t = new_ty(c, OMEN_TY_INT, size);
  t->is_signed = is_signed;
  return t;
}
const struct omen_ty *omen_ty_float(struct omen_compiler *c, uint64_t size) {
  return new_ty(c, OMEN_TY_FLOAT, size);
}
const struct omen_ty *omen_ty_void(struct omen_compiler *c) { return new_ty(c, OMEN_TY_VOID, 0); }
const struct omen_ty *omen_ty_pointer(struct omen_compiler *c, const struct omen_ty *to) {
  struct omen_ty *t = new_ty(c, OMEN_TY_POINTER, 8);
  t->to = to;
  return t;
}

static bool type_of(Dwarf_Die *die, Dwarf_Die *type) {
  Dwarf_Attribute a;
  return dwarf_attr_integrate(die, DW_AT_type, &a) && dwarf_formref_die(&a, type);
}

static bool number(Dwarf_Die *die, unsigned what, uint64_t *out) {
  Dwarf_Attribute a;
  Dwarf_Word v;
  if (!dwarf_attr_integrate(die, what, &a) || dwarf_formudata(&a, &v)) return false;
  *out = v;
  return true;
}

static const struct omen_ty *base_type(struct omen_compiler *c, Dwarf_Die *die) {
  uint64_t size = 0, encoding = 0;
  number(die, DW_AT_byte_size, &size);
  number(die, DW_AT_encoding, &encoding);
  struct omen_ty *t = new_ty(c, OMEN_TY_INT, size);
  switch (encoding) {
  case DW_ATE_float: t->kind = size == 4 || size == 8 || size == 16 ? OMEN_TY_FLOAT : OMEN_TY_OTHER; return t;
  case DW_ATE_boolean: t->is_bool = true; break;
  case DW_ATE_signed_char: t->is_char = t->is_signed = true; break;
  case DW_ATE_unsigned_char: t->is_char = true; break;
  case DW_ATE_signed: t->is_signed = true; break;
  case DW_ATE_unsigned:
  case DW_ATE_UTF: break;
  default: t->kind = OMEN_TY_OTHER; return t;
  }
  if (size > 8 || !size) t->kind = OMEN_TY_OTHER; /* __int128 */
  return t;
}

/* Its constants fit its size either way; the sign is that of its own type, or unsigned as clang has it. */
static const struct omen_ty *enum_type(struct omen_compiler *c, Dwarf_Die *die) {
  Dwarf_Die under;
  uint64_t size = 4;
  if (type_of(die, &under)) {
    const struct omen_ty *t = omen_ty_of_die(c, &under);
    if (t && t->kind == OMEN_TY_INT) return t;
  }
  number(die, DW_AT_byte_size, &size);
  return omen_ty_int(c, size ? size : 4, false);
}

static const struct omen_ty *array_type(struct omen_compiler *c, Dwarf_Die *die) {
  Dwarf_Die element, range;
  uint64_t dims[8];
  int n = 0;
  if (!type_of(die, &element)) return new_ty(c, OMEN_TY_OTHER, 0);
  if (!dwarf_child(die, &range)) do {
      uint64_t count = 0;
      if (dwarf_tag(&range) != DW_TAG_subrange_type) continue;
      if (!number(&range, DW_AT_count, &count) && number(&range, DW_AT_upper_bound, &count)) count++;
      dims[n++] = count;
    } while (n < 8 && !dwarf_siblingof(&range, &range));
  const struct omen_ty *t = omen_ty_of_die(c, &element);
  while (t && n-- > 0) {
    struct omen_ty *array = new_ty(c, OMEN_TY_ARRAY, t->size * dims[n]);
    array->to = t;
    t = array;
  }
  return t;
}

static const struct omen_ty *pointer_type(struct omen_compiler *c, Dwarf_Die *die) {
  struct omen_ty *t = new_ty(c, OMEN_TY_POINTER, 8);
  t->has_die = type_of(die, &t->die);
  if (!t->has_die) t->to = omen_ty_void(c);
  return t;
}

static const struct omen_ty *record_type(struct omen_compiler *c, Dwarf_Die *die) {
  struct omen_ty *t = new_ty(c, OMEN_TY_RECORD, 0);
  number(die, DW_AT_byte_size, &t->size);
  t->has_die = true;
  t->die = *die;
  /* Only declared here: defined elsewhere in the program. */
  const char *name = dwarf_diename(die);
  if (!dwarf_hasattr(die, DW_AT_declaration) || !name) return t;
  size_t i = 0;
  for (const struct omen_named *d; (d = omen_names_find(&c->names->types, NULL, name, &i));) {
    Dwarf_Die whole;
    if (!omen_names_die(c->names, d, &whole) || dwarf_tag(&whole) != dwarf_tag(die)) continue;
    t->die = whole;
    number(&whole, DW_AT_byte_size, &t->size);
    break;
  }
  return t;
}

const struct omen_ty *omen_ty_of_die(struct omen_compiler *c, Dwarf_Die *type) {
  Dwarf_Die die = *type;
  for (int i = 0; i < MAX_DEPTH; i++) {
    switch (dwarf_tag(&die)) {
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_atomic_type:
    case DW_TAG_restrict_type:
      if (!type_of(&die, &die)) return omen_ty_void(c);
      break;
    case DW_TAG_base_type: return base_type(c, &die);
    case DW_TAG_enumeration_type: return enum_type(c, &die);
    case DW_TAG_pointer_type: return pointer_type(c, &die);
    case DW_TAG_array_type: return array_type(c, &die);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type: return record_type(c, &die);
    default: return new_ty(c, OMEN_TY_OTHER, 0);
    }
  }
  return new_ty(c, OMEN_TY_OTHER, 0);
}

const struct omen_ty *omen_ty_of_variable(struct omen_compiler *c, Dwarf_Die *variable) {
  Dwarf_Die type;
  return type_of(variable, &type) ? omen_ty_of_die(c, &type) : omen_ty_void(c);
}

const struct omen_ty *omen_ty_pointee(struct omen_compiler *c, const struct omen_ty *pointer) {
  if (pointer->to) return pointer->to;
  Dwarf_Die die = pointer->die;
  return omen_ty_of_die(c, &die);
}

bool omen_ty_is_number(const struct omen_ty *t) { return t->kind == OMEN_TY_INT || t->kind == OMEN_TY_FLOAT; }
bool omen_ty_is_scalar(const struct omen_ty *t) { return omen_ty_is_number(t) || t->kind == OMEN_TY_POINTER; }

const char *omen_ty_name(const struct omen_ty *t) {
  switch (t->kind) {
  case OMEN_TY_INT: return "an integer";
  case OMEN_TY_FLOAT: return "a floating-point number";
  case OMEN_TY_POINTER: return "a pointer";
  case OMEN_TY_RECORD: return "a struct";
  case OMEN_TY_ARRAY: return "an array";
  case OMEN_TY_VOID: return "void";
  case OMEN_TY_OTHER: break;
  }
  return "of a type that invariants do not know";
}

/* ---- members ---- */

static void place_member(Dwarf_Die *m, struct omen_member *out) {
  uint64_t bits = 0, at = 0;
  if (number(m, DW_AT_data_member_location, &at)) out->offset = at;
  if (!number(m, DW_AT_bit_size, &bits)) return;
  out->bits = (unsigned)bits;
  if (number(m, DW_AT_data_bit_offset, &at)) {
    out->offset = at / 8;
    out->bit = at % 8;
  }
}

static bool find_member(struct omen_compiler *c, const struct omen_ty *record, const char *name, int depth,
                        struct omen_member *out) {
  Dwarf_Die die = record->die, m, type;
  if (record->kind != OMEN_TY_RECORD || depth > MAX_DEPTH || dwarf_child(&die, &m)) return false;
  do {
    int tag = dwarf_tag(&m);
    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || dwarf_hasattr(&m, DW_AT_external) ||
        !type_of(&m, &type))
      continue;
    const char *own = tag == DW_TAG_member ? dwarf_diename(&m) : NULL;
    struct omen_member here = {.type = omen_ty_of_die(c, &type)};
    place_member(&m, &here);
    if (own && !strcmp(own, name)) {
      *out = here;
      return true;
    }
    struct omen_member inner;
    if (!own && find_member(c, here.type, name, depth + 1, &inner)) {
      *out = inner;
      out->offset += here.offset;
      return true;
    }
  } while (!dwarf_siblingof(&m, &m));
  return false;
}

bool omen_ty_member(struct omen_compiler *c, const struct omen_ty *record, const char *name,
                    struct omen_member *out) {
  return find_member(c, record, name, 0, out);
}

static bool first_number(struct omen_compiler *c, const struct omen_ty *record, int depth,
                         struct omen_member *out) {
  Dwarf_Die die = record->die, m, type;
  if (depth > 8 || dwarf_child(&die, &m)) return false;
  do {
    int tag = dwarf_tag(&m);
    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || dwarf_hasattr(&m, DW_AT_external) ||
        !type_of(&m, &type))
      continue;
    struct omen_member here = {.type = omen_ty_of_die(c, &type)}, inner;
    place_member(&m, &here);
    if (omen_ty_is_scalar(here.type)) return *out = here, true;
    if (here.type->kind != OMEN_TY_RECORD || !first_number(c, here.type, depth + 1, &inner)) continue;
    *out = inner;
    out->offset += here.offset;
    return true;
  } while (!dwarf_siblingof(&m, &m));
  return false;
}

bool omen_ty_atomic(struct omen_compiler *c, const struct omen_ty *record, struct omen_member *out) {
  Dwarf_Die die = record->die;
  const char *name = record->kind == OMEN_TY_RECORD ? dwarf_diename(&die) : NULL;
  return name && !strncmp(name, "atomic", 6) && first_number(c, record, 0, out) &&
         out->type->size == record->size;
}

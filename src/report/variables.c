/* Data addresses to global variables and their members: see symbols.h. The variables of a module are listed
 * by a walk over its debug information, as far as the addresses that are asked for need it. */
#include "report/dwarf.h"
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 64 /* of nested scopes and of nested types: more is damage */

/* ---- the list ---- */

static bool type_of(Dwarf_Die *die, Dwarf_Die *type) {
  Dwarf_Attribute a;
  return dwarf_attr_integrate(die, DW_AT_type, &a) && dwarf_formref_die(&a, type);
}

static uint64_t size_of(Dwarf_Die *type) {
  Dwarf_Word size;
  return dwarf_aggregate_size(type, &size) ? 0 : size;
}

/* The address that an operation of a location names; false when it names none. */
static bool address_op(const Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *addr) {
  if (op->atom == DW_OP_addr) return *addr = op->number, true;
  if (op->atom != DW_OP_addrx && op->atom != DW_OP_GNU_addr_index) return false;
  Dwarf_Attribute value, where = *location;
  return !dwarf_getlocation_attr(&where, op, &value) && !dwarf_formaddr(&value, addr);
}

static void list_piece(struct omen_module *m, Dwarf_Die *die, uint64_t addr, uint64_t size, uint64_t offset) {
  if (!addr) return; /* left out by the linker */
  OMEN_GROW(m->globals, m->n, m->cap);
  m->globals[m->n++] = (struct omen_global){addr, size, offset, dwarf_dieoffset(die)};
}

/* A location is an address, one with an offset, an address whose content only stands for the value (a
 * variable made smaller), or several of these as pieces. */
static void list_variable(struct omen_module *m, Dwarf_Die *die) {
  Dwarf_Attribute location;
  Dwarf_Die type;
  Dwarf_Op *ops;
  size_t n;
  if (!dwarf_attr(die, DW_AT_location, &location) || dwarf_getlocation(&location, &ops, &n)) return;
  uint64_t addr = 0, at = 0, size = type_of(die, &type) ? size_of(&type) : 0;
  for (size_t i = 0; i < n; i++) {
    switch (ops[i].atom) {
    case DW_OP_plus_uconst: addr += addr ? ops[i].number : 0; break;
    case DW_OP_deref_size: size = ops[i].number; break;
    case DW_OP_piece:
      list_piece(m, die, addr, ops[i].number, at);
      at += ops[i].number;
      addr = 0;
      break;
    default: address_op(&location, &ops[i], &addr); break;
    }
  }
  list_piece(m, die, addr, size, at);
}

static void list_scope(struct omen_module *g, Dwarf_Die *scope, int depth) {
  Dwarf_Die die;
  if (depth > MAX_DEPTH || dwarf_child(scope, &die)) return;
  do {
    switch (dwarf_tag(&die)) {
    case DW_TAG_variable: list_variable(g, &die); break;
    case DW_TAG_namespace:
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_lexical_block:
    case DW_TAG_module: list_scope(g, &die, depth + 1); break;
    default: break;
    }
  } while (!dwarf_siblingof(&die, &die));
}

static int by_address(const void *a, const void *b) {
  const struct omen_global *x = a, *y = b;
  if (x->addr != y->addr) return x->addr < y->addr ? -1 : 1;
  return x->size < y->size ? -1 : x->size > y->size;
}

static bool reaches(const struct omen_global *v, uint64_t addr) {
  return addr - v->addr < v->size || addr == v->addr;
}

/* The variables of one more unit. */
static bool list_unit(struct omen_module *m) {
  Dwarf_Die die;
  if (!m->dwarf || dwarf_get_units(m->dwarf, m->last_listed, &m->last_listed, NULL, NULL, &die, NULL))
    m->dwarf_listed = true;
  else
    list_scope(m, &die, 0);
  return !m->dwarf_listed;
}

static bool any_reaches(const struct omen_module *m, size_t from, uint64_t addr) {
  for (size_t i = from; i < m->n; i++)
    if (reaches(&m->globals[i], addr)) return true;
  return false;
}

/* Units are listed until one has the address: those of Omen's runtime come last, and are larger than many a
 * program. Each time as many as there are already, so that little time is spent on sorting. */
static void list_until(struct omen_module *m, uint64_t addr) {
  size_t least = m->units_of_globals, from = m->n;
  for (size_t n = 0; !m->dwarf_listed && (n < least || !any_reaches(m, from, addr)); n++) {
    if (n >= least) from = m->n;
    if (list_unit(m)) m->units_of_globals++;
  }
  if (m->n) qsort(m->globals, m->n, sizeof *m->globals, by_address);
}

/* The last variable that starts at or before addr and reaches over it. */
static const struct omen_global *find(const struct omen_module *g, uint64_t addr) {
  size_t lo = 0, hi = g->n;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (g->globals[mid].addr <= addr)
      lo = mid + 1;
    else
      hi = mid;
  }
  for (size_t tries = 0; lo-- > 0 && tries < 16; tries++)
    if (reaches(&g->globals[lo], addr)) return &g->globals[lo];
  return NULL;
}

static const struct omen_global *listed(struct omen_module *m, uint64_t addr) {
  const struct omen_global *v = find(m, addr);
  if (v || m->dwarf_listed) return v;
  list_until(m, addr);
  return find(m, addr);
}

/* ---- members ---- */

struct path {
  struct omen_buf full, shape;
  uint64_t size;
};

static void bare_type(Dwarf_Die *type) {
  for (int i = 0; i < MAX_DEPTH; i++) {
    switch (dwarf_tag(type)) {
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_atomic_type:
    case DW_TAG_restrict_type:
      if (!type_of(type, type)) return;
      break;
    default: return;
    }
  }
}

static void descend(struct path *p, Dwarf_Die type, uint64_t offset, int depth);

static uint64_t member_offset(Dwarf_Die *member) {
  Dwarf_Attribute a;
  Dwarf_Word v;
  if (dwarf_attr(member, DW_AT_data_member_location, &a) && !dwarf_formudata(&a, &v)) return v;
  if (dwarf_attr(member, DW_AT_data_bit_offset, &a) && !dwarf_formudata(&a, &v)) return v / 8;
  return 0;
}

/* What a library keeps inside its types is no name that the programmer knows. */
static bool internal(const char *name) {
  return name && (!strncmp(name, "_M_", 3) || !strncmp(name, "__", 2));
}

static void descend_struct(struct path *p, Dwarf_Die *type, uint64_t offset, int depth) {
  Dwarf_Die m;
  if (dwarf_child(type, &m)) return;
  do {
    int tag = dwarf_tag(&m);
    Dwarf_Die mtype;
    Dwarf_Attribute a;
    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || dwarf_hasattr(&m, DW_AT_external) ||
        !type_of(&m, &mtype))
      continue;
    uint64_t at = member_offset(&m), size = size_of(&mtype);
    if (offset < at || offset - at >= (size ? size : 1)) continue;
    const char *name = dwarf_attr(&m, DW_AT_name, &a) ? dwarf_formstring(&a) : NULL;
    if (internal(name)) return;
    if (name && tag == DW_TAG_member) {
      omen_buf_addf(&p->full, ".%s", name);
      omen_buf_addf(&p->shape, ".%s", name);
      p->size = size;
    }
    descend(p, mtype, offset - at, depth + 1);
    return;
  } while (!dwarf_siblingof(&m, &m));
}

static uint64_t dimension(Dwarf_Die *range) {
  Dwarf_Attribute a;
  Dwarf_Word v;
  if (dwarf_attr(range, DW_AT_count, &a) && !dwarf_formudata(&a, &v)) return v;
  if (dwarf_attr(range, DW_AT_upper_bound, &a) && !dwarf_formudata(&a, &v)) return v + 1;
  return 0;
}

static void descend_array(struct path *p, Dwarf_Die *type, uint64_t offset, int depth) {
  Dwarf_Die element, range;
  uint64_t dims[8], size;
  int n = 0;
  if (!type_of(type, &element) || !(size = size_of(&element)) || dwarf_child(type, &range)) return;
  do
    if (dwarf_tag(&range) == DW_TAG_subrange_type) dims[n++] = dimension(&range);
  while (n < 8 && !dwarf_siblingof(&range, &range));
  uint64_t index = offset / size, below = 1;
  for (int i = 1; i < n; i++) below *= dims[i] ? dims[i] : 1;
  for (int i = 0; i < n; i++) {
    omen_buf_addf(&p->full, "[%llu]", (unsigned long long)(index / below));
    omen_buf_adds(&p->shape, "[]");
    index %= below;
    if (i + 1 < n) below /= dims[i + 1] ? dims[i + 1] : 1;
  }
  p->size = size;
  descend(p, element, offset % size, depth + 1);
}

static void descend(struct path *p, Dwarf_Die type, uint64_t offset, int depth) {
  if (depth > MAX_DEPTH) return;
  bare_type(&type);
  switch (dwarf_tag(&type)) {
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
  case DW_TAG_union_type: descend_struct(p, &type, offset, depth); break;
  case DW_TAG_array_type: descend_array(p, &type, offset, depth); break;
  default: break;
  }
}

/* ---- putting it together ---- */

static const char *enclosing_function(struct omen_symbols *s, Dwarf_Die *die) {
  Dwarf_Die *scopes = NULL;
  const char *name = NULL;
  int n = dwarf_getscopes_die(die, &scopes);
  for (int i = 1; i < n && !name; i++)
    if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram) name = omen_symbols_die_name(s, &scopes[i]);
  free(scopes);
  return name;
}

static bool from_dwarf(struct omen_symbols *s, const struct omen_module *g, const struct omen_global *v,
                       uint64_t addr, struct omen_variable *out) {
  Dwarf_Die die, type;
  if (!dwarf_offdie(g->dwarf, v->die, &die)) return false;
  out->name = omen_symbols_die_name(s, &die);
  if (!out->name) return false;
  bool typed = type_of(&die, &type);
  out->addr = v->addr + g->bias - v->offset;
  out->size = out->part_size = v->offset && typed ? size_of(&type) : v->size;
  out->scope = enclosing_function(s, &die);
  const char *full;
  out->line = omen_symbols_line(s, &die, DW_AT_decl_file, DW_AT_decl_line, &out->file, &full);
  struct path p = {.size = v->size};
  omen_buf_adds(&p.full, out->name);
  omen_buf_adds(&p.shape, out->name);
  if (typed) descend(&p, type, addr - out->addr, 0);
  out->path = omen_pool_str(s->pool, p.full.data);
  out->shape = omen_pool_str(s->pool, p.shape.data);
  out->part_size = p.size;
  omen_buf_release(&p.full);
  omen_buf_release(&p.shape);
  return true;
}

static bool from_symbol(struct omen_symbols *s, Dwfl_Module *mod, uint64_t addr, struct omen_variable *out) {
  GElf_Off offset = 0;
  GElf_Sym sym;
  const char *name = dwfl_module_addrinfo(mod, addr, &offset, &sym, NULL, NULL, NULL);
  if (!name || GELF_ST_TYPE(sym.st_info) != STT_OBJECT || (sym.st_size && offset >= sym.st_size))
    return false;
  out->name = out->shape = omen_symbols_demangled(s, name);
  out->path = offset ? omen_pool_fmt(s->pool, "%s+%llu", out->name, (unsigned long long)offset) : out->name;
  out->addr = addr - offset;
  out->size = sym.st_size;
  return true;
}

bool omen_symbols_variable(struct omen_symbols *s, uint64_t addr, struct omen_variable *out) {
  *out = (struct omen_variable){0};
  struct omen_module *m = omen_symbols_module(s, addr);
  if (!m) return false;
  const struct omen_global *v = listed(m, addr - m->bias);
  if (v && from_dwarf(s, m, v, addr, out)) return true;
  return from_symbol(s, m->module, addr, out);
}

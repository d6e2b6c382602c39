/* Which functions a code address is in, inlined ones included. libdw has dwarf_getscopes for this, which
 * walks the whole compilation unit for every address, and twice; a program that is one file of 200,000 lines
 * took longer to be named than to be run. So the functions of a unit are listed once, and only the function
 * that an address is in is looked into. */
#include "report/dwarf.h"
#include <dwarf.h>
#include <stdlib.h>

enum { DEEPEST = 256 }; /* namespaces and scopes inside one another: more is damaged debug information */

static void add_ranges(struct omen_functions *f, Dwarf_Die *die) {
  Dwarf_Addr base, lo, hi;
  for (ptrdiff_t at = 0; (at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0;) {
    if (lo >= hi || !lo) continue; /* 0: code that the linker left out */
    OMEN_GROW(f->list, f->n, f->cap);
    f->list[f->n++] = (struct omen_unit){lo, hi, dwarf_dieoffset(die)};
  }
}

static void list_below(struct omen_functions *f, Dwarf_Die *parent, int depth) {
  Dwarf_Die die;
  if (depth > DEEPEST || dwarf_child(parent, &die)) return;
  do {
    int tag = dwarf_tag(&die);
    if (tag == DW_TAG_subprogram)
      add_ranges(f, &die);
    else if (tag == DW_TAG_namespace || tag == DW_TAG_module)
      list_below(f, &die, depth + 1);
  } while (!dwarf_siblingof(&die, &die));
}

static struct omen_functions *functions_of(struct omen_module *m, Dwarf_Die *cu) {
  Dwarf_Off unit = dwarf_dieoffset(cu);
  for (size_t i = 0; i < m->nlisted; i++)
    if (m->listed[i].unit == unit) return &m->listed[i];
  OMEN_GROW(m->listed, m->nlisted, m->clisted);
  struct omen_functions *f = &m->listed[m->nlisted++];
  *f = (struct omen_functions){.unit = unit};
  list_below(f, cu, 0);
  omen_units_sort(f->list, f->n);
  return f;
}

/* The scope of `in` that has the address; false: none has. */
static bool inner(Dwarf_Die *in, uint64_t addr, Dwarf_Die *out) {
  if (dwarf_child(in, out)) return false;
  do {
    if (dwarf_haspc(out, addr) > 0) return true;
  } while (!dwarf_siblingof(out, out));
  return false;
}

/* From the function inwards, then turned round. */
static size_t chain_in(Dwarf_Die function, uint64_t addr, Dwarf_Die **chain) {
  size_t n = 0, cap = 0;
  Dwarf_Die die = function, next;
  *chain = NULL;
  for (bool more = true; more && n < DEEPEST; die = next) {
    OMEN_GROW(*chain, n, cap);
    (*chain)[n++] = die;
    more = inner(&die, addr, &next);
  }
  for (size_t i = 0; i < n / 2; i++) {
    Dwarf_Die d = (*chain)[i];
    (*chain)[i] = (*chain)[n - 1 - i];
    (*chain)[n - 1 - i] = d;
  }
  return n;
}

/* A function inside of another one, or of a class, is not in the list. */
static size_t chain_slowly(Dwarf_Die *cu, uint64_t addr, Dwarf_Die **chain) {
  Dwarf_Die *scopes = NULL;
  int n = 0;
  *chain = NULL;
  if (dwarf_getscopes(cu, addr, &scopes) > 0) n = dwarf_getscopes_die(&scopes[0], chain);
  free(scopes);
  return n > 0 ? (size_t)n : 0;
}

size_t omen_scopes_at(struct omen_module *m, Dwarf_Die *cu, uint64_t addr, Dwarf_Die **chain) {
  const struct omen_functions *f = functions_of(m, cu);
  const struct omen_unit *u = omen_units_find(f->list, f->n, addr);
  Dwarf_Die die;
  if (u && dwarf_offdie(m->dwarf, u->die, &die)) return chain_in(die, addr, chain);
  return chain_slowly(cu, addr, chain);
}

/* What symbols.c and variables.c share; nobody else includes this. */
#ifndef OMEN_REPORT_DWARF_H
#define OMEN_REPORT_DWARF_H
#include "report/symbols.h"
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

struct omen_global {   /* a variable with a fixed address */
  uint64_t addr, size; /* addr as in the file */
  Dwarf_Off die;
};
struct omen_globals { /* all of a module, by address */
  Dwfl_Module *module;
  Dwarf *dwarf;
  Dwarf_Addr bias;
  struct omen_global *globals;
  size_t n, cap;
};

struct omen_symbols {
  struct omen_pool *pool;
  Dwfl *dwfl;
  bool ready;
  char **files;
  size_t nfiles, cfiles;
  struct omen_globals *tables;
  size_t ntables, ctables;
};

Dwfl_Module *omen_symbols_module(struct omen_symbols *s, uint64_t addr);
const char *omen_symbols_demangled(struct omen_symbols *s, const char *name);
const char *omen_symbols_die_name(struct omen_symbols *s, Dwarf_Die *die); /* NULL: none */
void omen_symbols_place(struct omen_symbols *s, Dwarf_Die *cu, const char *path, const char **file,
                        const char **full);
#endif

/* What symbols.c, scopes.c and variables.c share; nobody else includes this. */
#ifndef OMEN_REPORT_DWARF_H
#define OMEN_REPORT_DWARF_H
#include "base/table.h"
#include "report/symbols.h"
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

struct omen_global {   /* a variable with a fixed address, or a piece of one that the optimiser took apart */
  uint64_t addr, size; /* addr as in the file */
  uint64_t offset;     /* of the piece in the variable */
  Dwarf_Off die;
};
struct omen_unit { /* a range of code and the compilation unit, or function, that it is from */
  uint64_t lo, hi; /* as in the file */
  Dwarf_Off die;
};
struct omen_functions { /* of one compilation unit, by address */
  Dwarf_Off unit;
  struct omen_unit *list;
  size_t n, cap;
};
struct omen_module { /* the debug information of a mapped file */
  Dwfl_Module *module;
  Dwarf *dwarf; /* NULL: none */
  Dwarf_Addr bias;
  struct omen_unit *units; /* by address; listed when a code address is asked for */
  size_t nunits, cunits;
  bool units_listed;
  struct omen_functions *listed; /* of the units that were asked about */
  size_t nlisted, clisted;
  struct omen_global *globals; /* by address: those of the units that are listed */
  size_t n, cap, units_of_globals;
  Dwarf_CU *last_listed;
  bool dwarf_listed; /* all units are */
};

/* The frames of an address: the same ones are asked for again and again. */
struct omen_address_frames {
  struct omen_frame *frames;
  size_t n;
};

struct omen_symbols {
  struct omen_pool *pool;
  Dwfl *dwfl;
  bool ready;
  struct omen_symbol_file {
    char *path;
    uint64_t bias; /* where its address 0 is */
  } *files;
  size_t nfiles, cfiles;
  struct omen_module *modules;
  size_t nmodules, cmodules;
  struct omen_table
      by_address; /* to index + 1 in known; the key: the address, and whether it is one to return to */
  struct omen_address_frames *known;
  size_t nknown, cknown;
};

/* The file that addr is in; NULL: none. Valid until the next call. */
struct omen_module *omen_symbols_module(struct omen_symbols *s, uint64_t addr);
void omen_units_sort(struct omen_unit *list, size_t n);
const struct omen_unit *omen_units_find(const struct omen_unit *list, size_t n, uint64_t addr); /* or NULL */
/* The scopes that the address (as in the file) is in, the innermost first, at least up to the function's; the
 * caller frees them. Returns their number. */
size_t omen_scopes_at(struct omen_module *m, Dwarf_Die *cu, uint64_t addr, Dwarf_Die **chain);
const char *omen_symbols_demangled(struct omen_symbols *s, const char *name);
const char *omen_symbols_die_name(struct omen_symbols *s, Dwarf_Die *die); /* NULL: none */
void omen_symbols_place(struct omen_symbols *s, Dwarf_Die *cu, const char *path, const char **file,
                        const char **full);
/* The place that two attributes of a DIE name; returns the line, 0 when unknown. */
int omen_symbols_line(struct omen_symbols *s, Dwarf_Die *die, unsigned file_attr, unsigned line_attr,
                      const char **file, const char **full);
#endif

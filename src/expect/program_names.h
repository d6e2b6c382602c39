/* The names of a program, from the debug information of its variant: variables with a fixed place, constants
 * of enumerations, types. Inside expect/ only. */
#ifndef OMEN_EXPECT_PROGRAM_NAMES_H
#define OMEN_EXPECT_PROGRAM_NAMES_H
#include "base/base.h"
#include "record/extras.h"
#include <elfutils/libdw.h>

struct omen_file { /* the executable, or an instrumented library */
  char *name;      /* without folders; empty: the executable */
  char *path;
  int fd;
  Dwarf *dwarf; /* NULL: no debug information */
};

struct omen_named { /* a variable, an enumeration's constant, or a type */
  const char *name;
  const char *scope;    /* C++: namespace or class, "a::b"; or NULL */
  const char *function; /* that it is local to, or NULL */
  const char *source;   /* the file that declares it, or NULL */
  Dwarf_Off die;
  uint32_t file;
  int64_t value; /* of a constant */
  int line;      /* of its declaration, 0: unknown */
};

struct omen_name_list {
  struct omen_named *v;
  size_t n, cap;
};

struct omen_program_names {
  struct omen_file *files;
  size_t nfiles, cfiles;
  struct omen_name_list variables, constants, types, functions;
  char **kept; /* strings that names point to */
  size_t nkept, ckept;
};

/* `program`: the variant; `libraries`: the folder of its instrumented libraries, or NULL. A file without
 * debug information has no names. */
int omen_program_names(struct omen_program_names *n, const char *program, const char *libraries,
                       struct omen_err *err);
void omen_program_names_release(struct omen_program_names *n);
bool omen_names_die(const struct omen_program_names *n, const struct omen_named *of, Dwarf_Die *die);
/* The next entry of that name at or after *i, which is set behind it; NULL: no more. `scope` as written, or
 * NULL: any. */
const struct omen_named *omen_names_find(const struct omen_name_list *l, const char *scope, const char *name,
                                         size_t *i);
bool omen_names_in_file(const struct omen_named *v, const char *file, size_t len); /* is it declared there? */
#endif

/* Names in expressions. Inside expect/ only. */
#ifndef OMEN_EXPECT_LOOKUP_H
#define OMEN_EXPECT_LOOKUP_H
#include "expect/tree.h"

struct omen_wanted {
  const char *scope, *name;
  const char *function; /* the variable is local to it; NULL: not said */
  const char *file;     /* declared there, NULL: not said */
  size_t nfile;
  int at;
};
/* NULL: there is none; if there are several, that is noted as an error. */
const struct omen_named *omen_lookup_variable(struct omen_compiler *c, const struct omen_wanted *w);
const struct omen_named *omen_lookup_constant(struct omen_compiler *c, const struct omen_wanted *w);
bool omen_lookup_is_source(struct omen_compiler *c, const char *file, size_t len);
bool omen_lookup_has_local(struct omen_compiler *c, const char *function);
const char *omen_lookup_similar(struct omen_compiler *c, const char *name); /* NULL: none */
/* place.c: tells variables apart by where they are; false: nowhere. */
bool omen_place_key(const struct omen_program_names *n, const struct omen_named *v, uint64_t *key);
#endif

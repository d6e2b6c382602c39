/* The sites file: what each site number of one module means. Written by the instrumenter beside the variant,
 * read by whatever shows a race. Text, one record a line, fields separated by tabs; \t, \n, \r and \\ stand
 * for themselves.
 *
 *   omen-sites <tab> 1 <tab> MODULE
 *   s <tab> id kind size file line column function linkage-name inlined-at expression pair [pruned]
 *   g <tab> name linkage-name size file line
 *
 * Sites are numbered from 0 without gaps. `inlined` is "function:file:line:column" of the calls through which
 * the code was inlined, innermost first, separated by ';' (and empty when it was not). A site whose check
 * stands for a read and a write of the same place that follow each other (x += 1) has kind "w" and in `pair`
 * the number of the read's site; otherwise `pair` is -1. `pruned`, a 1, stands only where
 * the variant was made to check pruning: the static analysis says that the access can race with nothing. */
#ifndef OMEN_BUILD_SITES_H
#define OMEN_BUILD_SITES_H
#include "base/base.h"

struct omen_site {
  const char *kind; /* r w ar aw rmw cas fence tick pause lib:NAME */
  uint64_t size;    /* bytes; of an element where a loop is checked as a whole; 0 when not known */
  const char *file;
  uint32_t line, column; /* 0: unknown */
  const char *function, *linkage, *inlined, *text;
  int64_t pair;
  bool pruned;
};
struct omen_site_global {
  const char *name, *linkage;
  uint64_t size;
  const char *file;
  uint32_t line;
};
/* Strings belong to the struct: they lie in `pool` (reader) or were interned by the adders. */
struct omen_sites {
  char *module;
  struct omen_site *sites;
  size_t n, cap;
  struct omen_site_global *globals;
  size_t nglobals, globals_cap;
  char **pool;
  size_t npool, pool_cap;
};

/* Adders copy the strings (NULL stands for ""); the first returns the site's number. */
uint32_t omen_sites_add(struct omen_sites *s, const struct omen_site *site);
void omen_sites_add_global(struct omen_sites *s, const struct omen_site_global *g);
int omen_sites_write(const struct omen_sites *s, const char *path, struct omen_err *err);
/* On failure the struct is empty and the message names file and line. */
int omen_sites_read(struct omen_sites *s, const char *path, struct omen_err *err);
void omen_sites_release(struct omen_sites *s);
#endif

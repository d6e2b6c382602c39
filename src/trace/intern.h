/* Names of one kind (threads, variables, ...) and their dense numbers. Interning is exact: two names get the
 * same number when they are the same bytes. Names made of one letter (or none) and a plain decimal number,
 * which is what trace generators write, are found in a table by that number; all others in a hash table. */
#ifndef OMEN_TRACE_INTERN_H
#define OMEN_TRACE_INTERN_H
#include "base/table.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct omen_names {
  uint32_t n;        /* how many */
  uint32_t direct_n; /* size of `direct` */
  uint32_t *direct;  /* number in the name -> our number + 1 */
  int prefix;        /* the letter; 0: none; -1: not chosen yet */
  uint32_t cap;      /* of `at` */
  uint64_t *at;      /* where name i begins in `text`; it ends where i + 1 begins */
  char *text;
  size_t text_n, text_cap;
  struct omen_index index; /* of names that are not in `direct` */
};
void omen_names_init(struct omen_names *n);
void omen_names_release(struct omen_names *n);
/* The number of the name, a new one when it was not seen before (`*fresh` then says so; may be NULL). */
uint32_t omen_names_intern(struct omen_names *n, const char *s, size_t len, bool *fresh);
/* The name's text, not terminated; valid until the next intern. */
const char *omen_names_get(const struct omen_names *n, uint32_t id, size_t *len);
#endif

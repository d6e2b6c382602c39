/* Strings that live as long as the report they are in: equal strings are kept once. */
#ifndef OMEN_REPORT_POOL_H
#define OMEN_REPORT_POOL_H
#include "base/base.h"
#include "base/table.h"

struct omen_pool {
  struct omen_index index;
  char **strings;
  size_t n, cap;
};
const char *omen_pool_str(struct omen_pool *p, const char *s); /* s may be NULL: NULL */
const char *omen_pool_fmt(struct omen_pool *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void omen_pool_release(struct omen_pool *p);
#endif

/* The accesses of one module that are in no static candidate, and so need no race check: written by the
 * static analysis (static/prune.c), read by the instrumenter. By the numbers of ir/access_numbers.h. Text:
 *
 *   omen-pruned 1 TOTAL
 *   FIRST COUNT          a line for each run of them, in order
 *   end
 */
#ifndef OMEN_BUILD_PRUNED_H
#define OMEN_BUILD_PRUNED_H
#include "base/base.h"

struct omen_pruned {
  uint64_t total; /* accesses of the module */
  uint8_t *is;    /* of each: 1, pruned */
};
int omen_pruned_write(const struct omen_pruned *p, const char *path, struct omen_err *err);
int omen_pruned_read(struct omen_pruned *p, const char *path, struct omen_err *err);
uint64_t omen_pruned_count(const struct omen_pruned *p);
void omen_pruned_release(struct omen_pruned *p);
#endif

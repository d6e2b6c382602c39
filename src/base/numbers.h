/* A set of numbers, each with an index in the order in which they came: for arrays by thread, of which a
 * program may make millions. All zero is the empty set. */
#ifndef OMEN_BASE_NUMBERS_H
#define OMEN_BASE_NUMBERS_H
#include "base/table.h"

struct omen_numbers {
  uint32_t *number; /* by index */
  size_t n, cap;
  struct omen_table indices; /* + 1 */
};
uint32_t omen_numbers_index(struct omen_numbers *s, uint32_t number); /* added if it is not there */
bool omen_numbers_has(const struct omen_numbers *s, uint32_t number);
void omen_numbers_release(struct omen_numbers *s);
#endif

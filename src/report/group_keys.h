/* What groups are made by: see groups.h. */
#ifndef OMEN_REPORT_GROUP_KEYS_H
#define OMEN_REPORT_GROUP_KEYS_H
#include "report/groups.h"

/* Races of equal `same` are in one group. `name` is for the group's id: without lines, and with less of what
 * only one run knows. */
struct omen_group_key {
  uint64_t same, name;
};
/* The side that is a library's, such as free; -1: neither is, or both are. */
int omen_group_caller(const struct omen_race *r);
/* The side that copies: it covers more than both have in common. -1: neither does. */
int omen_group_copier(const struct omen_race *r);
/* Where an access stands in the user's code: of a library's, where that was called. */
struct omen_where omen_group_place(const struct omen_access *a);
struct omen_group_key omen_group_key(const struct omen_race *r, enum omen_group_kind kind);
#endif

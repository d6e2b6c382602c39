/* Racing pairs of events to races: pairs whose two accesses are at the same sites, on the same variable, are
 * instances of one race. The call stacks that lead there are its members. */
#ifndef OMEN_REPORT_CLUSTER_H
#define OMEN_REPORT_CLUSTER_H
#include "record/rawev.h"
#include "report/resolve.h"

struct omen_cluster; /* the collection while it grows */
struct omen_cluster *omen_cluster_new(struct omen_resolver *v);
/* A number for (site, functions on the stack, variable) of an access: what pairs are to be told apart by. */
uint32_t omen_cluster_class(struct omen_cluster *c, const struct omen_rawev *e);
/* `first` came first in the recorded run. `instances`: how many pairs this one stands for. */
void omen_cluster_add(struct omen_cluster *c, const struct omen_rawev *first, const struct omen_rawev *second,
                      bool schedulable, uint64_t instances);
/* More instances of the race that these two accesses belong to, which was added already. `at`: the numbers of
 * their records in the watch log; NULL: not known. */
void omen_cluster_sample(struct omen_cluster *c, const struct omen_rawev *first,
                         const struct omen_rawev *second, const uint64_t at[2], bool schedulable);
/* A racy location of which only the second access is known. */
void omen_cluster_add_half(struct omen_cluster *c, const struct omen_out_racy *racy);
/* Gives the races, with ids, in the order of the report; frees the collection. The races own their stacks. */
void omen_cluster_take(struct omen_cluster *c, struct omen_race **races, size_t *n);
void omen_race_release(struct omen_race *r);
/* By the places of the accesses in the source, whichever came first in a run. */
int omen_race_compare(const struct omen_race *a, const struct omen_race *b);
/* Of two that compare equal: have they the accesses in different orders? */
bool omen_race_turned(const struct omen_race *a, const struct omen_race *b);
/* The same number for races that compare equal, to find them by. */
uint64_t omen_race_places(const struct omen_race *r);
#endif

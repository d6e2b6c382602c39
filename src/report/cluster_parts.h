/* Inside clustering: races as they are collected (cluster.c), and made into those of the report
 * (cluster_members.c). */
#ifndef OMEN_REPORT_CLUSTER_PARTS_H
#define OMEN_REPORT_CLUSTER_PARTS_H
#include "report/model.h"

enum { OMEN_MAX_SAMPLES = 64 };
struct omen_collected { /* a race of one pair of call stacks; after omen_cluster_merge, of all of them */
  struct omen_race race;
  uint64_t name;              /* for the id: with the callers at first, without them after merging */
  uint64_t spot[2];           /* of either access: with line and column, without callers */
  uint64_t together, renamed; /* races of one `together` are one; `renamed` is their name then */
  size_t samples_cap;
};

/* Makes one race of those that differ only in their callers. They stand in the order of the report, with
 * their ids, which become those of the members; the first is shown. Returns how many are left. */
size_t omen_cluster_merge(struct omen_collected *races, size_t n);
#endif

/* Predicted pairs: two accesses of a recorded run that its synchronisation orders, and another schedule need
 * not. A recording of predicted races (triage/predicted.h) has them as pairs.json, by the names of the
 * accesses, and its report has races of these pairs and no others. */
#ifndef OMEN_REPORT_PREDICTED_PAIRS_H
#define OMEN_REPORT_PREDICTED_PAIRS_H
#include "report/cluster.h"

struct omen_predicted_access { /* as record/plan.h names events */
  uint32_t thread, site;
  uint64_t point;
  struct omen_watch where; /* what it touches */
  bool write;
};
struct omen_predicted_pair {
  struct omen_predicted_access access[2]; /* in the order of the recorded run */
};

bool omen_predicted_there(const char *dir);
int omen_predicted_write(const char *dir, const struct omen_predicted_pair *pairs, size_t n,
                         struct omen_err *err);
/* Adds those pairs whose accesses are in the recording's events.raw to the collection. */
int omen_predicted_collect(struct omen_cluster *c, const struct omen_recording *r, struct omen_err *err);
/* All pairs of these races that another run can need. */
struct omen_predicted_pair *omen_predicted_of(const struct omen_race *races, size_t n, size_t *count);
#endif

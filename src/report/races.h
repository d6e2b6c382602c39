/* The races of a recording that had a watch pass: its events through the engines, and the pairs into
 * clusters. */
#ifndef OMEN_REPORT_RACES_H
#define OMEN_REPORT_RACES_H
#include "report/cluster.h"
/* Adds every race of r's events.raw to the collection. */
int omen_races_collect(struct omen_cluster *c, const struct omen_recording *r, struct omen_err *err);
#endif

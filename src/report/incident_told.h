/* Incidents (classify/incident.h) as the report has them, and as JSON: beside the races of the report, and in
 * evidence.json. */
#ifndef OMEN_REPORT_INCIDENT_TOLD_H
#define OMEN_REPORT_INCIDENT_TOLD_H
#include "classify/incident.h"
#include "report/explain.h"
#include "report/verdict_json.h"

/* Fills `out`, whose strings and lists the report owns. `shown`: the recording's name in commands. -1:
 * explorations could not be run, or debug information is damaged. */
int omen_incident_explain(struct omen_explainer *x, struct omen_explorer *by, const struct omen_incident *i,
                          const char *shown, struct omen_report_incident *out, struct omen_err *err);
void omen_incident_release(struct omen_report_incident *i);
/* The same thing goes wrong at the same place, in two recordings or variants of a program. */
bool omen_incident_same(const struct omen_report_incident *a, const struct omen_report_incident *b);
/* A copy is added to the report, in the place of one with its id; it takes over the lists. The worst stand
 * first. */
void omen_report_add_incident(struct omen_report *r, const struct omen_report_incident *i);
json_t *omen_incident_json(const struct omen_report_incident *i);
/* False: it is none. */
bool omen_incident_from_json(struct omen_report *r, json_t *o, struct omen_report_incident *out);
#endif

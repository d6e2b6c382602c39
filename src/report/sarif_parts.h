/* What the files of the SARIF report share; nobody else includes this. */
#ifndef OMEN_REPORT_SARIF_PARTS_H
#define OMEN_REPORT_SARIF_PARTS_H
#include "report/summary.h"
#include "report/verdict_json.h"

json_t *omen_sarif_text(const char *text); /* a message */
/* NULL: there is no place to speak of. `message` may be NULL. */
json_t *omen_sarif_place(const char *file, const char *path, int line, int column, const char *function,
                         const char *message);
json_t *omen_sarif_frame(const struct omen_frame *f, const char *message);
/* sarif_flow.c: the two orders of a race, as code flows with a thread flow for each thread. */
json_t *omen_sarif_flows(const struct omen_race *r);
json_t *omen_sarif_incident_flows(const struct omen_report_incident *i);
/* sarif_incident.c: an incident as a result. */
json_t *omen_sarif_incident(const struct omen_report_incident *i);
/* sarif.c: a result of a rule, which takes the sentence; its places; one more place of a list. */
json_t *omen_sarif_result(const char *rule, const char *level, char *sentence, const struct omen_mark *m);
void omen_sarif_locations(json_t *o, json_t *first, json_t *related);
void omen_sarif_append(json_t *list, json_t *place);
#endif

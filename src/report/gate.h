/* What makes a command end with 1: `--fail-on` chooses by class and consequence, a baseline takes out what is
 * known, a suppression what nobody wants to hear of. Pure: works on the marks of a finished report. */
#ifndef OMEN_REPORT_GATE_H
#define OMEN_REPORT_GATE_H
#include "report/groups.h"

struct omen_gate {
  bool harmful, any, never, fresh; /* fresh: a word began with new- */
  bool classes[OMEN_CLASS_COUNT], consequences[OMEN_CONSEQUENCE_COUNT];
};
/* From "harmful", "any", "never", or classes and consequences with commas between; each may begin with new-.
 */
int omen_gate_parse(struct omen_gate *g, const char *list, struct omen_err *err);
bool omen_gate_race(const struct omen_gate *g, const struct omen_race *r); /* does it count? */
bool omen_gate_group(const struct omen_gate *g, const struct omen_report *r,
                     const struct omen_group *group); /* does one of its races? */
bool omen_gate_finding(const struct omen_gate *g, const struct omen_finding *f);
bool omen_gate_incident(const struct omen_gate *g, const struct omen_report_incident *i);
size_t omen_gate_count(const struct omen_gate *g, const struct omen_report *r); /* how many count */
/* Races that could not be judged, incidents that did not show again, and runs of a server that never
 * listened: nobody knows of them. None count where nothing shall (never). */
size_t omen_gate_not_judged(const struct omen_gate *g, const struct omen_report *r);

/* A name for a failed run that other runs, and edits elsewhere, keep: from what happened and the functions
 * where it did. */
void omen_finding_id(const struct omen_finding *f, char out[24]);
/* The name that it had when names were made of callers, too: for baselines of that time. */
void omen_finding_former_id(const struct omen_finding *f, char out[24]);
#endif

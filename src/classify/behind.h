/* Behind an incident: where every run with a race's other order ends with an incident of another cause,
 * nobody has seen what the race does. The incident's prevented run goes on where those ended; so the race is
 * looked for there, and reversed there, with the incident's own order kept as it does no harm. */
#ifndef OMEN_CLASSIFY_BEHIND_H
#define OMEN_CLASSIFY_BEHIND_H
#include "classify/incident.h"

/* The race of these instances, and the incidents that are in the way. *found: `j` has the verdict; else
 * j->not_judged says what is in the way, and why there is no getting past it. -1: explorations could not be
 * run. */
int omen_behind_judge(struct omen_explorer *x, struct omen_incidents *all, const struct omen_suspect *s,
                      const struct omen_wrong *masks, size_t nmasks, struct omen_judgement *j, bool *found,
                      struct omen_err *err);
#endif

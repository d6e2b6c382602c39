/* Inside the judging of a recording: what its files share. */
#ifndef OMEN_TRIAGE_CLASSIFY_PARTS_H
#define OMEN_TRIAGE_CLASSIFY_PARTS_H
#include "classify/incident.h"
#include "report/explain.h"
#include "triage/classify_recording.h"
#include "triage/copies.h"
#include "triage/evidence.h"

struct omen_classify_work {
  const struct omen_classify_job *job;
  struct omen_copies copies;
  struct omen_explorer x;
  struct omen_explainer explainer;
  struct omen_evidence evidence;
  struct omen_evidence_options options;
  struct omen_incidents incidents;
  double start;
  struct omen_err *err;
};

struct omen_suspect omen_suspect_of(const struct omen_instance *one);
/* Is it known well enough to be judged, and does the caller want it? */
bool omen_classify_wants(const struct omen_classify_job *job, const struct omen_race *race);
/* What is not done by now has no time left. */
bool omen_classify_over(const struct omen_classify_work *w);
/* Incidents that came up since the last time go to the report and to the evidence. */
int omen_classify_tell(struct omen_classify_work *w);
/* Other schedules of the whole run (classify_freely.c): can it have any, are they wanted, and tried. */
bool omen_classify_has_schedules(const struct omen_classify_work *w);
bool omen_classify_wants_free(const struct omen_classify_work *w);
/* Under a weak model all schedules of a small program come before its races: runs that a race's exploration
 * leads to by holding threads, beside others that spin, are harder to explain. */
int omen_classify_search_first(struct omen_classify_work *w);
int omen_classify_freely(struct omen_classify_work *w);
/* The race that leads this one's copy, if it was judged, does no harm, and nobody asked for more; else NULL.
 */
const struct omen_race *omen_classify_leader(const struct omen_classify_work *w,
                                             const struct omen_race *race);
/* Judges the races of one copy together, if this one is of such and its leader does no harm
 * (classify_together.c). Its verdict is in the evidence then, unless it must be judged by itself. */
int omen_classify_together(struct omen_classify_work *w, const struct omen_race *race);
/* Races of one order only whose other order an incident's run had (orders_had.c): they are not judged. */
int omen_classify_orders_had(struct omen_classify_work *w);
#endif

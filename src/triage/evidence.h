/* What classification found, kept in a recording as evidence.json: each race's verdict, and of harmful ones
 * the plans of both orders, from which `omen replay --race` makes the runs again. */
#ifndef OMEN_TRIAGE_EVIDENCE_H
#define OMEN_TRIAGE_EVIDENCE_H
#include "classify/reduce.h"
#include "report/incident_told.h"
struct json_t;
struct omen_evidence {
  struct json_t *list;
  struct json_t *freely; /* how far free exploration came; NULL: it was not begun */
  struct json_t *index;  /* the entries of races and potential deadlocks by id */
  struct json_t *gone;   /* ids of older entries that this one has replaced; NULL: none */
  double written, pause; /* when omen_evidence_save wrote it; seconds until it does so again */
  bool anew; /* the recording is judged anew: incidents that only other inputs had are forgotten */
  enum omen_outside outside; /* omen_evidence_judge */
};
/* What a verdict depends on besides the recording. */
struct omen_evidence_options {
  int schedules, instances, pre_race, states_only;
  enum omen_outside outside;
};
/* Goes on from what the recording has, if anything that can be read. */
void omen_evidence_open(struct omen_evidence *v, const char *dir);
/* What is added from here on was found with this outside. Incidents that were found with another go. */
void omen_evidence_judge(struct omen_evidence *v, enum omen_outside outside);
/* Has the race a verdict that was reached with these options? Then the race gets it. */
bool omen_evidence_has(const struct omen_evidence *v, struct omen_report *report, struct omen_race *race,
                       const struct omen_evidence_options *o);
/* The race has its verdict, in the place of an older one. `e`: NULL for one that is not harmful. `o` may be
 * NULL: then no later classification goes on from it. */
void omen_evidence_add(struct omen_evidence *v, const struct omen_race *race, const struct omen_exhibit *e,
                       const struct omen_evidence_options *o);
/* The same for a potential deadlock, by its id: what came of trying. */
struct omen_inversion_trial;
void omen_evidence_add_deadlock(struct omen_evidence *v, const char *id, int schedules,
                                const struct omen_inversion_trial *t);
/* Was it tried with so many schedules, and this outside? *why, borrowed: why it did not happen; NULL: it did.
 */
bool omen_evidence_deadlock(const struct omen_evidence *v, const char *id, int schedules, const char **why,
                            int *runs);
/* Free exploration of the recording (classify/free_explore.h): how far it came. */
struct omen_evidence_free {
  int tried, runs; /* plans, of which so many were run */
  int over; /* with so many, or fewer, it need not go on: all were tried, or its time was over; 0: it must */
  const char *why_not; /* why none could be; NULL: they could. Borrowed */
};
void omen_evidence_add_free(struct omen_evidence *v, const struct omen_evidence_free *f);
/* {0}: it was not begun, or with another outside. */
struct omen_evidence_free omen_evidence_free(const struct omen_evidence *v);
/* Writes it so far, but not more often than a few times a second. The file is whole at any moment. */
int omen_evidence_save(struct omen_evidence *v, const char *dir, struct omen_err *err);
/* Writes it, with what the recording has already of other races; releases it. */
void omen_evidence_close(struct omen_evidence *v); /* without writing */
int omen_evidence_write(struct omen_evidence *v, const char *dir, struct omen_err *err);
/* What prediction (predicted.h) came to, beside the verdicts that are there. */
int omen_evidence_keep_predicted(const struct omen_report *report, const char *dir, struct omen_err *err);
void omen_evidence_load_predicted(struct omen_report *report, const char *dir);
/* Races of the report whose verdicts have no plan get these: how each was brought about. */
int omen_evidence_keep_plans(const struct omen_report *report, const char *dir, const struct omen_plan *plans,
                             struct omen_err *err);
/* Is the evidence of this race, potential deadlock or incident there? */
bool omen_evidence_there(const char *dir, const char *id);
/* The plan that shows the race, or (the caller chooses) the same with the other order; the caller releases
 * it.
 */
int omen_evidence_find(const char *dir, const char *id, bool alternate, struct omen_plan *plan,
                       struct omen_err *err);
/* The name of the defect that the verdict on the race is about; 0: it is about none, or there is no verdict.
 */
uint64_t omen_evidence_defect(const char *dir, const char *id);
/* Gives a race the verdict of an entry, if it has one; what that needs belongs to the report. */
bool omen_evidence_give(struct omen_report *report, struct omen_race *race, struct json_t *entry);
/* Gives the races of a report the verdicts that are there. A recording that was not classified has none; what
 * is damaged is left out. Returns how many races got one. */
size_t omen_evidence_load(struct omen_report *report, const char *dir);

/* Incidents: kept beside the verdicts, whoever causes them. */
void omen_evidence_add_incident(struct omen_evidence *v, const struct omen_incident *i,
                                const struct omen_report_incident *told);
/* One whose evidence another recording has. */
void omen_evidence_add_told(struct omen_evidence *v, const struct omen_report_incident *told);
/* Those that were judged before go to the report, and to the list of those that need not be judged again. */
void omen_evidence_incidents(struct omen_evidence *v, struct omen_report *report, struct omen_incidents *all);
/* The plan that shows it, or (prevented) that shows it not to happen; *defect: its name, 0: none. */
int omen_evidence_find_incident(const char *dir, const char *id, bool prevented, struct omen_plan *plan,
                                uint64_t *defect, struct omen_err *err);
#endif

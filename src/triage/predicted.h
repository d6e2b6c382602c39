/* Prediction: races that the recorded run has not, and another schedule of it has. One run orders many
 * accesses only by chance, since a lock happened to be taken first here. Pairs that could race
 * (predicted_candidates.h) are run, in the order of their witness if they have one: a thread is held before
 * its access until the other one stands at its own (predicted_prove.c). Where both stand there at the same
 * time, and the detector finds the race in that run (predicted_confirm.c), it is real. It is judged like one
 * that was seen, in a recording of its own: the same run, with its memory watched, in the folder `predicted`
 * of the recording (predicted_twin.c). What could not be brought about is no race: it is counted, and that is
 * all. */
#ifndef OMEN_TRIAGE_PREDICTED_H
#define OMEN_TRIAGE_PREDICTED_H
#include "explore/explore.h"
#include "report/predicted_pairs.h"
#include "triage/classify_recording.h"
#include "triage/predicted_candidates.h"

struct omen_predicted_races { /* what the report borrows from */
  struct omen_recording recording;
  struct omen_report report;
};

/* After the job is done: the report gets the races that were predicted and run, with their verdicts, and says
 * what else was tried. The job has room for the trace. *out: NULL, or to be released after the report. -1:
 * the message says why nothing could be predicted. */
int omen_predicted_races_find(const struct omen_classify_job *job, struct omen_predicted_races **out,
                              struct omen_err *err);
/* The same, where the report says why nothing could be predicted, and the recording keeps what came of it. */
void omen_predicted_races_work(const struct omen_classify_job *job, struct omen_predicted_races **out);
/* Which accesses of which memory, for people; the caller frees. */
char *omen_predicted_words(const struct omen_race *race, bool turned);
/* For a report that is made of the recording later. */
struct omen_predicted_races *omen_predicted_races_load(struct omen_report *report, const char *dir);
void omen_predicted_races_release(struct omen_predicted_races *p);
/* Where the evidence of a race or an incident of the recording `dir` is: in the recording itself (NULL), or
 * in this folder of it, which the caller frees. */
char *omen_predicted_races_evidence(const char *dir, const char *id);

void omen_predicted_races_forget(const char *dir); /* the recording is judged anew */

/* ---- parts ---- */

/* predicted.c: ids that the recording's own races do not have; all of `mine` to its report. */
void omen_predicted_races_number(const struct omen_report *base, struct omen_report *mine);
void omen_predicted_races_tell(struct omen_report *r, const struct omen_report *mine);

/* predicted_twin.c: a recording of the same run, in the folder `predicted` of `base`, in which the memory of
 * these pairs is watched as well. Not sealed. */
int omen_predicted_twin(struct omen_recording *twin, const struct omen_recording *base,
                        const struct omen_predicted_pair *pairs, size_t n, struct omen_err *err);
/* predicted_prove.c */
struct omen_predicted_proof {
  struct omen_explorer *x;
  const struct omen_predicted_candidates *candidates;
  double until;           /* omen_work() at which it ends */
  uint64_t events;        /* of the recorded run */
  int runs;               /* that were made */
  const char **why;       /* by race: why it could not be brought about; NULL: it was */
  struct omen_plan *plan; /* by race: the run that did, */
  int *sample;            /* and of which of its instances */
};
int omen_predicted_prove(struct omen_predicted_proof *p, const struct omen_race *races, size_t n,
                         struct omen_err *err);
/* predicted_confirm.c: the run of the plan once more, with a trace of it: does the detector call the plan's
 * two accesses a race of this run? */
int omen_predicted_confirm(struct omen_explorer *x, const struct omen_plan *plan, bool *races,
                           struct omen_err *err);
#endif

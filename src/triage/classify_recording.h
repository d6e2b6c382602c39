/* Verdicts for the races of one open recording: what `omen classify` and every recording of a campaign
 * (`omen triage --runs`) share. */
#ifndef OMEN_TRIAGE_CLASSIFY_RECORDING_H
#define OMEN_TRIAGE_CLASSIFY_RECORDING_H
#include "record/plan.h"
#include "report/model.h"

/* MOST_MEMBERS: of the pairs of call stacks that lead to a race, so many are each tried. Twice as many would
 * take twice as long, and a caller seldom decides what a race does. Where some were not tried, the verdict
 * says so. */
enum { OMEN_DEFAULT_INSTANCES = 4, OMEN_MOST_MEMBERS = 32 };

struct omen_predicted_trace;
struct omen_classify_job {
  const struct omen_recording *recording;
  struct omen_report *report; /* of the recording: its races get the verdicts */
  const char *shown;          /* the recording's name in the commands that replay evidence */
  int schedules;              /* Ma */
  unsigned jobs;              /* explorations at the same time; 0: one a processor */
  double deadline;            /* omen_now() at which exploring ends, and with it this job; 0: none */
  int instances;    /* of a race, explored at most; 0: OMEN_DEFAULT_INSTANCES. From that number on, one
                       of each pair of stacks is explored, too */
  bool from_start;  /* the recording's saved checkpoints are not used */
  bool states_only; /* the replay analyzer alone: no verdicts */
  int pre_race;     /* other schedules before the race, for each instance */
  enum omen_outside outside; /* when it sends what the recording has from there */
  bool freely;               /* other schedules of the whole run are tried, too */
  bool causes; /* a failure of the recorded run is asked for its cause; so it is with `freely` */
  bool blames; /* races that nobody asked for get a verdict, too, if an incident has them as its cause */
  bool no_inversions;                   /* potential deadlocks are not tried */
  struct omen_predicted_trace *trace;   /* made where prediction needs it, and the caller's to release; NULL:
                                           nothing is predicted */
  const struct omen_foreigns *steer_to; /* only these are predicted; NULL: all */
  double predict_seconds; /* of processor time, for runs that prove nothing; 0: a share of what was spent */
  unsigned nth;           /* of several recordings of a program: which others they are */
  const char *only;       /* the id of the one potential deadlock to try; NULL: all */
  /* Should this race get a verdict now? Asked before each; NULL: yes. */
  bool (*wanted)(void *context, const struct omen_race *race);
  /* Seconds that this race may take, at most until the deadline; NULL: there is only the deadline. And: they
   * were over, it has no verdict; may be NULL. */
  double (*share)(void *context, const struct omen_race *race);
  void (*put_off)(void *context, const struct omen_race *race);
  /* A race got its verdict (done of total); may be NULL. */
  void (*judged)(void *context, const struct omen_race *race, size_t done, size_t total);
  /* Free exploration came so far; may be NULL. */
  void (*explored)(void *context, int done, int total);
  void *context;
};

/* -1: an exploration could not be run, or the evidence cannot be written; races judged by then keep their
 * verdicts. */
int omen_classify_recording(const struct omen_classify_job *job, struct omen_err *err);
bool omen_verdict_harmful(const struct omen_verdict *v);
#endif

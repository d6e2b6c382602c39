/* A campaign: several recorded runs of one program, by several strategies and seeds, whose races are merged
 * and judged together (`omen triage --runs`, `--budget`). The folder:
 *
 *   campaign.json    what is run, and every run that was made: strategy, seed, limit; why it has no recording
 *   run-001, ...     the recordings
 *   report.json      the merged report, when it is done
 *
 * campaign.json is written after every run, and verdicts are kept in the recordings, so that a campaign that
 * was killed goes on where it was. */
#ifndef OMEN_TRIAGE_CAMPAIGN_H
#define OMEN_TRIAGE_CAMPAIGN_H
#include "base/table.h"
#include "report/model.h"
#include "report/suppress.h"
#include "triage/record.h"

struct omen_predicted_races;
struct omen_campaign_run {
  char name[24]; /* its folder's */
  uint32_t strategy;
  uint64_t seed;
  struct omen_run_limit limit;     /* that it was given */
  bool cut;                        /* that was all that the budget had left: not having ended says nothing */
  char *lost;                      /* why there is no recording; NULL: there is one */
  bool dropped;                    /* which is that it showed nothing new; then only these two are known: */
  double seconds;                  /*   how long it took */
  int status;                      /*   and how it ended, which was in order */
  size_t fresh;                    /* races that no run before had */
  double finding;                  /* seconds that finding its races took this command */
  double judging;                  /* likewise: judging them */
  bool looked;                     /* whether it can be replayed here: record/loaded.h */
  bool refused;                    /* it cannot, which was said */
  bool explored;                   /* by other schedules, in this command, or it could not be */
  bool asked;                      /* likewise: it failed, and was asked for the cause */
  bool foreseen;                   /* likewise: prediction had its turn */
  bool novel;                      /* it failed as no run before did */
  char *shown;                     /* its folder, as the user would name it */
  struct omen_recording recording; /* these two only when not lost */
  struct omen_report report;
  struct omen_predicted_races *predicted; /* what the report borrows from; NULL: nothing */
  size_t *merged;                         /* for each race of the report, which of the campaign's it is */
};

struct omen_sighting { /* a race in one recording */
  size_t run, race;
  int tried;   /* schedules of its verdict there, 0: not judged there */
  bool failed; /* exploring it there could not be done */
  int put_off; /* so often it took more than its share of the budget, and has no verdict there */
};
struct omen_merged { /* a race over all recordings */
  char base[24];     /* its id without the number that tells equal ones apart */
  struct omen_sighting *seen;
  size_t nseen, cseen;
};

struct omen_foreigns;
struct omen_campaign {
  char *dir;         /* absolute */
  int hold;          /* of the folder, while this command works in it */
  const char *shown; /* as the user named it */
  /* As of the request; the campaign owns its lists of strings. */
  struct omen_record_request run;
  char *hash; /* of the program's file */
  int schedules, instances, pre_race;
  enum omen_outside outside;
  unsigned jobs; /* explorations at the same time, 0: one a processor */
  struct omen_campaign_run *runs;
  size_t nruns, cruns;
  struct omen_merged *races;
  size_t nraces, craces;
  struct omen_table by_place; /* index + 1 of a race in the list above, by id and places */
  /* while it works */
  uint64_t most_runs;   /* 0: as many as the budget allows */
  double start, budget; /* of omen_now(); seconds, 0: no limit */
  double deadline;      /* of omen_now(), 0: none. It leaves time to write reports */
  double telling;       /* of omen_campaign_budget */
  double finding;       /* seconds that finding the races took that a report has */
  size_t recorded;      /* runs, by this command */
  double recording_time, judging_time;
  struct omen_run_limit longest; /* of the runs that ended by themselves: what they took at most */
  double exploring_time;         /* for no race in particular; part of judging_time */
  double predicting_time;        /* likewise */
  bool predicts;                 /* races that other schedules of the recordings have are looked for */
  struct omen_progress progress;
  struct omen_pool words;             /* of what is said about them */
  const struct omen_foreigns *wanted; /* other detectors' reports, which alone are looked for; NULL: none */
  struct omen_suppressions *suppressions; /* what they match is not judged; NULL: none */
};

struct omen_campaign_request { /* what is run, and how hard it is looked at; all is borrowed */
  /* Every run's; strategy and seed are the first one's. Folder, limit and input are the campaign's to choose.
   */
  struct omen_record_request run;
  enum omen_outside outside;
  int schedules, instances, pre_race; /* see omen_classify_job; schedules: at least 1 */
  unsigned jobs;
};

/* campaign.c: the folder. */
bool omen_campaign_is(const char *dir);
/* Makes the folder, or goes on with the campaign that is in it if that is of the same program, arguments and
 * seed; any other campaign, or a recording, gives way. `resumed`: there were runs. */
int omen_campaign_open(struct omen_campaign *c, const char *dir, const struct omen_campaign_request *q,
                       bool *resumed, struct omen_err *err);
/* The campaign that is in a folder, for judging and reporting alone. */
int omen_campaign_load(struct omen_campaign *c, const char *dir, struct omen_err *err);
int omen_campaign_save(const struct omen_campaign *c, struct omen_err *err);
void omen_campaign_remove(
    const struct omen_campaign *c); /* takes it away, and the folder if nothing else is in it */
void omen_campaign_release(struct omen_campaign *c);

/* campaign_record.c: one more run. 0: it was made, though maybe lost. Otherwise the exit code to end with;
 * the reason was said. */
int omen_campaign_record(struct omen_campaign *c, struct omen_err *err);
bool omen_campaign_may_record(const struct omen_campaign *c);

/* campaign_adopt.c: recordings that others put into the folder under names that begin so (build/preload/), in
 * the order of these names. Removes those that are there; or names those that are whole as runs of the
 * campaign, which are not opened yet, and gives the number of those that are not whole, which are removed. */
#define OMEN_CAMPAIGN_FOREIGN "rec-"
void omen_campaign_clear(const struct omen_campaign *c);
void omen_campaign_take(const struct omen_campaign *c,
                        const char *from); /* moves those of another folder here */
size_t omen_campaign_adopt(struct omen_campaign *c);

/* campaign_merge.c */
int omen_campaign_add(struct omen_campaign *c, size_t run, struct omen_err *err); /* takes its races in */
/* The races of the run's report from this one on, which are new. */
void omen_campaign_add_races(struct omen_campaign *c, size_t run, size_t from);
/* What races are known by: their id without its number, put into `base`, and the places in the source. */
uint64_t omen_campaign_name(const struct omen_race *race, char base[24]);
/* May this sighting of the race be judged? In a recording whose run failed by itself the order of many
 * accesses goes with the failure, and as long as its cause is not known more than the guilty race would be
 * blamed: it counts only if there is no other. */
bool omen_campaign_counts(const struct omen_campaign *c, const struct omen_merged *m,
                          const struct omen_sighting *s);
/* The worst verdict over a race's recordings that count, where it is; NULL: none yet. */
const struct omen_race *omen_campaign_worst(const struct omen_campaign *c, const struct omen_merged *m,
                                            const struct omen_sighting **where);
/* The merged report. Borrows from the campaign; omen_campaign_report_release frees what is its own. */
void omen_campaign_report(struct omen_campaign *c, struct omen_report *out);
void omen_campaign_report_release(struct omen_report *r);

/* campaign_news.c: did its limit end the run; did the run itself fail? */
bool omen_campaign_stopped(const struct omen_campaign_run *r);
bool omen_campaign_failed(const struct omen_campaign_run *r);
/* It did, and why is known: an incident with a cause that was tested. */
bool omen_campaign_explained(const struct omen_campaign_run *r);
/* Has a run that was not added yet a race, a defect or an end that no run before had? */
bool omen_campaign_is_news(struct omen_campaign *c, const struct omen_campaign_run *r);
size_t omen_campaign_dry(const struct omen_campaign *c); /* so many runs in a row showed nothing new */
/* Something that matters was found: a run that failed, a defect, an incident, a harmful race. */
bool omen_campaign_found_harm(const struct omen_campaign *c);

/* campaign_inversions.c: potential deadlocks. Tries those that were not tried yet; and merges them, those
 * that were shown as findings. */
int omen_campaign_try_inversions(struct omen_campaign *c, struct omen_err *err);
void omen_campaign_inversions(const struct omen_campaign *c, struct omen_report *out);

/* campaign_free.c: the cause of the next run that failed as none did whose cause is known. False: there is
 * none. */
bool omen_campaign_ask_next(struct omen_campaign *c);
/* Free exploration of the next recording that was not explored yet. False: there is none. And what came of
 * all of them. */
bool omen_campaign_explore_next(struct omen_campaign *c);
void omen_campaign_other_schedules(const struct omen_campaign *c, struct omen_report *out);
/* How many recordings of the same program come before this one. */
size_t omen_campaign_before(const struct omen_campaign *c, size_t run);

/* campaign_predict.c: races that other schedules of the next recording have. False: there is none to look at.
 * And what came of all of them. */
bool omen_campaign_predict_next(struct omen_campaign *c);
void omen_campaign_predicted(const struct omen_campaign *c, struct omen_report *out);

/* campaign_judge.c: judges the weakest races for a while. `more`: there is something left to be done. */
/* Can it be replayed here and now? What is in the way is said once. */
bool omen_campaign_fits(struct omen_campaign_run *r);
int omen_campaign_judge(struct omen_campaign *c, bool *more, struct omen_err *err);
/* Records and judges until there is nothing left to do, or no time; then the exit code is for the report to
 * tell. -1: it cannot go on, and the message says why. Anything else than 0 is an exit code, and the reason
 * was said. */
int omen_campaign_work(struct omen_campaign *c, struct omen_err *err);
/* From here on, what these match is not judged; the races that are there are marked. */
void omen_campaign_silence(struct omen_campaign *c, struct omen_suppressions *s);
bool omen_campaign_over(const struct omen_campaign *c); /* no time left */
/* Sets start and deadline for a budget that began at `start`; 0 seconds: none. `telling`: how many times as
 * long as to find races it takes to write about them. */
void omen_campaign_budget(struct omen_campaign *c, double start, double seconds, double telling);
/* When work on one recording that is for no race in particular must end; 0: no limit. */
double omen_campaign_part(const struct omen_campaign *c);
/* These runs' races are to be told, too: reports take as much longer. */
void omen_campaign_tells(struct omen_campaign *c, const struct omen_campaign_run *r);
#endif

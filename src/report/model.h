/* What a run showed, ready to be written in any form. Built from a recording alone, so that `omen run` and,
 * later, `omen report` say the same. All strings belong to the report's pool. */
#ifndef OMEN_REPORT_MODEL_H
#define OMEN_REPORT_MODEL_H
#include "record/config.h"
#include "record/outcome.h"
#include "record/rawev.h"
#include "record/recording.h"
#include "report/symbols.h"

struct omen_stack {
  struct omen_frame *frames; /* innermost first; runtime and start-up frames are left out */
  size_t n;
};

/* What the team decided about a race or a failure before: gate.h. */
/* Compared with the baseline; the words are SARIF's. */
enum omen_baseline_state {
  OMEN_BASELINE_NONE, /* there is no baseline */
  OMEN_BASELINE_NEW,
  OMEN_BASELINE_UNCHANGED,
  OMEN_BASELINE_UPDATED, /* known, with another verdict */
};
struct omen_mark {
  enum omen_baseline_state baseline;
  bool known;             /* in the baseline, with a verdict that was as bad: does not count */
  const char *suppressed; /* by what: a line of a suppressions file, FILE:LINE: TEXT; NULL: it is not */
  char known_as[24];      /* the id that the baseline has for it, where that is another; empty: none */
  char renamed[80];       /* then, why: "count is tally now"; empty: that was the id of one of its members */
};

enum { OMEN_LOCKS_SHOWN = 8 };
struct omen_lock { /* held at an access */
  const char *name;
  uint64_t addr;
  bool read; /* for reading: others can hold it, too */
};

struct omen_access {
  bool known; /* false: which access it was is not known (the watch pass failed) */
  int thread;
  bool write, atomic;
  bool pruned; /* --check-prune: the static analysis says that it can race with nothing */
  uint64_t addr, size;
  uint64_t
      whole; /* bytes that the instruction moves at once, of which only some were looked at; 0: not known */
  const char *function, *file, *path; /* of the site; may be NULL */
  int line, column;
  const char *text; /* the expression, e.g. stats->hits; NULL when unknown */
  struct omen_stack stack;
  uint32_t site;  /* number, with the module's base */
  uint64_t point; /* the thread's own event count: (thread, point, site) names the access in a replay */
  struct omen_lock locks[OMEN_LOCKS_SHOWN]; /* that the thread held, the first taken first */
  size_t nlocks;
};

enum omen_place { OMEN_PLACE_GLOBAL, OMEN_PLACE_HEAP, OMEN_PLACE_STACK };

struct omen_location {
  enum omen_place place;
  uint64_t addr, size;           /* of what races */
  const char *name;              /* never NULL: variable with members, or the expression, or "(unnamed)" */
  const char *shape;             /* the name without numbers that change from run to run */
  struct omen_variable variable; /* global: name NULL when unknown */
  uint64_t block, block_size;    /* heap: the block; block_size 0 when unknown */
  int thread;                    /* heap: who allocated; stack: whose; -1 unknown */
  struct omen_stack allocated;
};

struct omen_hold { /* who waits for what, or who holds what */
  int thread, holder;
  const char *what, *object; /* "mutex", "queue.lock"; "run": waits for nothing */
  struct omen_stack stack;
};

void omen_holds_release(struct omen_hold *h, size_t n);

struct omen_where {
  const char *function, *file, *path; /* may be NULL */
  int line;
};
struct omen_report_defect; /* defect.h */
struct omen_inversion;     /* inversion.h */
struct omen_shown_step {   /* of the schedule after the race */
  int thread, to;          /* to -1: no switch, but an access to the racing memory */
  uint64_t event;          /* the thread's own count */
  const char *does;        /* "writes", "reads", "waits for mutex `m`", "is stopped", ... */
  const char *value;       /* that an access read or wrote; NULL: not known */
  bool stale;              /* the access did not see newer stores, or went before them */
  uint64_t stale_addr;     /* of what; 0: not known */
  bool chosen;             /* a decision without which it does not happen */
  struct omen_where at;
};
struct omen_shown_end {
  enum omen_end how;                 /* UNKNOWN: nobody saw it */
  int status;                        /* exit status, or signal */
  uint64_t addr;                     /* of a signal */
  int thread;                        /* that the signal hit; -1: not known */
  const char *message;               /* what it said last on standard error, when it aborted */
  struct omen_report_defect *defect; /* that it shows, whether or not it ended there; NULL: none */
  struct omen_stack stack;
  struct omen_hold *waits, *holds;
  size_t nwaits, nholds;
};
/* The evidence of a harmful race, for people: two runs that differ in the order of the accesses. */
struct omen_shown {
  bool alternate; /* the run that shows it has the order flipped */
  struct omen_shown_step *steps,
      *other_steps; /* of the run that shows it, and of the one with the other order */
  size_t nsteps, csteps, nother, cother;
  int decided, matter;              /* decisions of the scheduler before and after reduction */
  struct omen_shown_end end, other; /* of the run that shows it, and of the one with the other order */
  const char *stream;               /* where what is written first differs; NULL: nowhere */
  int line;                         /* the first line that does, from 1 */
  const char *text[3];     /* that line: as primary and as alternate write it, NULL: none; the one before */
  struct omen_where at[2]; /* who wrote them */
};

/* What an incident comes from: two events of its run, in the order without which it would not have happened.
 */
struct omen_caused_side {
  int thread;
  bool write, atomic;
  enum omen_raw_use use; /* of a region: what is done to the synchronisation object */
  uint32_t instruction;  /* tells apart two in one line; 0: not known */
  struct omen_where at;
  const char *text; /* the expression; NULL: unknown */
  struct omen_stack stack;
};
struct omen_caused_pair {
  const char *race;     /* the id of the race that they are; NULL: they are none that the report has */
  const char *variable; /* what they race on; of a region: the lock, or the atomic variable */
  bool region;          /* both begin regions that synchronisation orders: no data race */
  struct omen_caused_side side[2]; /* the earlier, the later */
};
/* A place whose accesses would have another memory order. */
struct omen_told_order {
  const char *variable, *order; /* "seq_cst" */
  bool reads, writes, atomic;
  struct omen_where at;
};
/* Something that went wrong in an exploration, and not in the recorded run (classify/incident.h). */
struct omen_report_incident {
  char id[16];
  enum omen_consequence consequence;
  enum omen_endless loop;           /* of an infinite loop: how it is known */
  const char *what;                 /* a line for people */
  const char *with;                 /* the inputs that show it, lines; NULL: the recorded ones do */
  struct omen_where at;             /* where it goes wrong; line 0: not known */
  size_t runs;                      /* explorations that showed it */
  bool recorded;                    /* so did the recorded run, which ended with it */
  const struct omen_report *failed; /* in a campaign's report: that run; NULL: the report's own, if any */
  bool confirmed;                   /* it showed again in a fresh process; else nothing below is known */
  enum omen_cause_kind cause;
  bool tested; /* with the cause's order reversed it was seen not to happen */
  int further; /* orders that were reversed besides, so that nothing else goes wrong */
  /* What would prevent it, tried: schedules with that assumed, and those of them that fail all the same. */
  int remedy_schedules, remedy_fails;
  bool remedy_together; /* that is: critical sections of one lock; else the order of the first pair, or: */
  struct omen_told_order *orders; /* memory orders, the weakest that prevent it */
  size_t norders;
  struct omen_where fence; /* or instead a seq_cst fence before this place; line 0: not enough */
  int remedy_without;      /* of the schedules, so many fail as the program is */
  bool remedy_whole;       /* with them all schedules were tried, and none fails */
  int enough; /* the recorded schedule fails with only this order changed: 1 yes, 0 no, -1 not known */
  const char *deadlock; /* the id of the potential deadlock that it is; NULL: of none */
  const char *because;  /* the cause in a sentence; NULL: it is not known */
  struct omen_caused_pair *pairs;
  size_t npairs;
  const char *replay, *prevented; /* commands; prevented: with the cause's order reversed; NULL: none */
  const struct omen_shown *shown; /* its run, and the prevented one as the other; NULL: none */
  struct omen_mark mark;
  double seconds;
  const struct omen_report *home; /* whose pairs and stacks these are: another recording's of a campaign, or
                                     under another memory model; NULL: the report's */
  const char *model; /* it was found under another memory model than the report's; NULL: it was not */
};

/* What other inputs showed (--symbolic). */
struct omen_other_inputs {
  const char *inputs;  /* those that show it, as a JSON object; NULL: the recorded ones do */
  const char *with;    /* the same for people: lines */
  int tried;           /* that the program was run with; 0: it was not asked for */
  int reached;         /* with which the race was there again */
  int proved;          /* paths on which all inputs write alike in both orders: proved, on nothing else */
  int alike;           /* more paths, on which no difference was found, but not all was followed */
  const char *assumes; /* what was not followed there, or taken for granted, lines; NULL: nothing */
};

/* What exploring a race showed: verdicts.def. The class NONE: not classified. */
struct omen_verdict {
  enum omen_class class;
  enum omen_consequence consequence; /* NONE: it is harmless */
  enum omen_proof proof;
  enum omen_endless loop; /* how it is known that a loop is endless */
  int k, paths, schedules;
  double seconds;
  const char *replay;              /* the command that shows it; NULL: none */
  const char *primary, *alternate; /* the outputs, where they differ */
  const char *what;                /* a line for people */
  const char *differs;             /* of a harmless race: what runs wrote differently; NULL: nothing */
  const char *assumes;             /* what a proof of a single ordering rests on, lines; NULL: nothing */
  const char *not_judged; /* why there is no verdict, though it was asked for; NULL: there is one. The class
                             is UNKNOWN then, and null in JSON */
  const char *incident;   /* the id of the incident that is its evidence; NULL: it has its own */
  /* The replay analyzer, by instances: both orders leave the same state; another; could not be compared. */
  int states_same, states_change, states_fail;
  const struct omen_shown *shown; /* belongs to the report; NULL: none */
  struct omen_other_inputs other;
};

struct omen_report;
/* One time that a race happened in the recorded run; what an exploration needs to meet it again. */
struct omen_instance {
  struct omen_watch where;          /* the bytes that both touched */
  struct omen_plan_event access[2]; /* in the order of the recorded run */
  uint64_t at[2];                   /* their records in the watch log, counted from 1; 0: not known */
  bool schedulable;
  uint32_t member;              /* of the race's members, the one that it is an instance of */
  const struct omen_plan *past; /* of a predicted one: what leads to it; NULL: the recording does. Borrowed */
};

/* A pair of call stacks over which a race was seen. */
struct omen_race_member {
  char id[24];  /* that the race of these stacks alone has: once that was the id of races, and baselines,
                   suppressions and evidence of that time have it */
  uint64_t key; /* the same number for the same functions on the stacks, in any run */
  struct omen_stack stack[2]; /* of the race's accesses; those of the first member are the accesses' own */
  uint64_t instances;
  bool schedulable;
  const char *suppressed; /* as omen_mark; a race whose members all are is suppressed */
};

/* What a race does under a memory model (record/memory.h); class NONE: no run under it has it, or it was not
 * judged. */
enum { OMEN_RACE_MODELS = 3 };
struct omen_race_model {
  const char *model; /* the word */
  enum omen_class class;
  enum omen_consequence consequence;
  const char *replay; /* NULL: none */
};
struct omen_race {
  char id[24];
  struct omen_verdict verdict;
  struct omen_mark mark;
  int severity; /* of the verdict: harmful ones are larger */
  bool schedulable;
  bool predicted; /* the recorded run does not have it: another schedule does, and was run */
  uint64_t instances;
  struct omen_location location;
  struct omen_access access[2]; /* in the order of the recorded run */
  /* In a campaign's report: how many of the runs have it, and whose accesses these are. */
  size_t runs;
  const struct omen_report *home; /* NULL: the report that it is in */
  /* Some that stand for all instances: the first is that of `access`, then the last of the run, then others
   * by threads, direction and place in the run. None: the pair is not known. */
  struct omen_instance *sample;
  size_t samples;
  struct omen_race_model
      models[OMEN_RACE_MODELS]; /* by every model that was asked for, where there are several */
  size_t nmodels;
  struct omen_race_member *member; /* all stacks that lead to the two accesses; the first is shown */
  size_t members;                  /* 0 or 1: there is nothing but what is shown */
};

struct omen_report_thread {
  int id, parent;
  const char *state, *start; /* start: the routine it began in, when known */
  struct omen_stack created;
};

struct omen_report_run { /* one of a campaign's */
  const char *recording, *strategy;
  enum omen_end how;
  uint64_t seed;
  int status; /* exit status, or signal */
  double seconds;
  size_t races, fresh; /* fresh: that no run before had */
};

struct omen_finding { /* a run that failed by itself, or a defect in it; and runs that are alike in that */
  enum omen_consequence consequence;
  const char *what, *recording, *strategy;
  struct omen_mark mark;
  uint64_t seed;
  const char *replay; /* NULL: there is no recording of it */
  size_t runs;
  const struct omen_report *home;          /* whose fault or deadlock it is; NULL: neither */
  const struct omen_report_defect *defect; /* NULL: it is the run that failed */
  const struct omen_inversion *inversion;  /* a potential deadlock that was shown to happen; NULL: none */
};

struct omen_answer {                /* to a report of another detector (foreign.h) */
  const char *tool, *status, *what; /* status: reproduced, ordered, not-reached */
  const char *place[2];             /* theirs; NULL: not known */
  size_t line, times;               /* of their log */
  const struct omen_race *race;     /* ours; NULL: none */
};

/* Free exploration: schedules of the whole run that were tried for no race in particular. */
struct omen_other_schedules {
  int runs;
  const char *why_not; /* why none was; NULL: some were, or nobody tried */
};

/* What prediction (triage/predicted.h) came to. */
struct omen_predicted_failed {
  const char *what, *why; /* two accesses, and why no run had them at the same time */
};
struct omen_predicted_sum {
  bool tried, cut; /* cut: the trace was too long, and its end was not looked at */
  int candidates, proved, runs;
  struct omen_predicted_failed *failed; /* those that are no races for all that is known */
  size_t nfailed, cfailed;
  size_t left_out;     /* pairs that were not looked at: there were too many */
  const char *why_not; /* why nothing could be predicted; NULL: it could */
  bool told;           /* each one that failed is told, and not only how many did */
};

struct omen_report {
  struct omen_pool pool;
  char **argv;
  const char *recording;
  uint64_t seed;
  const char *strategy, *memory_model;
  double seconds, cpu_seconds; /* of the recorded run: by the wall, of the processor */
  bool limited;                /* a time limit ended it */
  size_t unheard;              /* so many runs were of a server that never listened: its client never began */
  char **invariants, **without; /* what was asked of the run; NULL: nothing */
  uint64_t left_out;            /* operations that were none because of `without` */
  bool color;                   /* of the text report; by default when standard error is a terminal */
  int width;                    /* of the text report: columns; by default those of standard error */
  struct omen_outcome outcome;  /* of the recorded run */
  struct omen_stack fault;      /* where the signal that ended the run hit */
  bool watched;                 /* pairs are complete; otherwise `why_not` says what went wrong */
  const char *why_not;
  struct omen_race *races; /* schedulable ones first, then by the place of the first access */
  size_t nraces;
  struct omen_report_thread *threads;
  size_t nthreads;
  struct omen_hold *waits, *holds, *loops; /* loops: threads that go round, of a run without end */
  size_t nwaits, nholds, nloops;
  struct omen_report_run *runs; /* of a campaign; none: one recorded run */
  size_t nruns;
  struct omen_finding *findings; /* the defects first */
  size_t nfindings;
  struct omen_report_defect **defects; /* of the recorded run, as they came */
  size_t ndefects;
  struct omen_inversion *inversions; /* potential deadlocks */
  size_t ninversions;
  struct json_t *race_coverage; /* which static candidates runs have shown, as in JSON; NULL: not asked for */
  struct omen_answer *answers;  /* of `omen triage --from` */
  size_t nanswers;
  struct omen_report_incident *incidents; /* the worst first */
  size_t nincidents;
  struct omen_other_schedules other_schedules;
  struct omen_predicted_sum predicted;
  struct omen_shown **shown; /* all that the verdicts point to */
  size_t nshown, cshown;
};

/* Builds the report of a recording. `why_not`: why there was no watch pass although races were seen, or NULL.
 */
int omen_report_build(struct omen_report *out, const struct omen_recording *r, const char *why_not,
                      struct omen_err *err);
void omen_report_release(struct omen_report *r);
/* findings.c: how the recorded run failed; NONE: it did not. The text for people goes to `what`. */
enum omen_consequence omen_report_failure(const struct omen_report *r, char *what, size_t size);
/* The incident of the report that tells why that run failed; NULL: none, or it is no failed run. */
const struct omen_report_incident *omen_report_why(const struct omen_report *r, const struct omen_finding *f);
/* Did two runs fail alike, at the same place? */
bool omen_report_same_failure(const struct omen_report *a, const struct omen_report *b);
/* Adds the recorded run's own failure, if it is one, as a finding, beside its defects, which are there
 * already. `shown` is the recording's name for a user. */
void omen_report_add_failure(struct omen_report *r, const char *shown);
/* Its defects, each as a finding: part of omen_report_build. */
void omen_report_add_defects(struct omen_report *r);
/* The race whose recorded order has this defect of the recorded run, by its verdict; NULL: none that is
 * known. */
const struct omen_race *omen_report_cause(const struct omen_report *r, const struct omen_report_defect *d);
/* Is that its id, or was it once: the id of one of its members? */
bool omen_race_called(const struct omen_race *race, const char *id);
/* The race of that id; else the one that had it once; NULL: none. */
struct omen_race *omen_report_race(const struct omen_report *r, const char *id);
/* What it does under another memory model that is worse than its verdict; NULL: nothing is. */
const struct omen_race_model *omen_race_worse(const struct omen_race *race);
void omen_report_sort(struct omen_report *r); /* the worst first, otherwise as they are */
/* Where it was found: "seen" in the recorded run, or "predicted". */
static inline const char *omen_race_origin(const struct omen_race *r) {
  return r->predicted ? "predicted" : "seen";
}
bool omen_report_color(int fd); /* should what goes there be coloured? */
/* How many columns: COLUMNS, or the terminal's; 100 where nobody says. */
int omen_report_width(int fd);
struct omen_shown *omen_report_show(struct omen_report *r); /* a new one, empty, owned by the report */
const struct omen_report_thread *omen_report_thread(const struct omen_report *r, int id); /* NULL: none */
#endif

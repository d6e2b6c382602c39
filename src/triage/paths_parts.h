/* What the files of multi-path analysis share: see paths.h. */
#ifndef OMEN_TRIAGE_PATHS_PARTS_H
#define OMEN_TRIAGE_PATHS_PARTS_H
#include "base/table.h"
#include "symbolic/compare.h"
#include "symbolic/search.h"
#include "triage/heads.h"
#include "triage/paths.h"

struct omen_derived { /* one recording with inputs of its own */
  char *shown;        /* its folder, as the user would name it */
  struct omen_inputs inputs;
  struct omen_recording recording;
  struct omen_outcome outcome;
  struct omen_report report;
  bool reported;  /* `report` is there */
  uint32_t steps; /* decisions and the like on its path */
  bool keep;      /* it is evidence */
  bool held;      /* a race that only it has is looked for in others */
  bool differs;   /* the orders of a race wrote different things, with the very inputs of this run */
};

struct omen_target { /* a race that no input is known to make harmful */
  struct omen_race *race;
  bool novel;              /* not of the recorded run; `race` is a copy */
  bool elsewhere;          /* novel, on memory that did not race there: told whatever it does */
  struct omen_derived *in; /* novel and judged: where */
  int primaries;           /* judged so far, the recorded run among them */
  int reached, proved;     /* derived runs that have it; paths that are proved alike */
  int alike;               /* paths without a difference, on which not all was followed */
  int compared;            /* paths that the two orders were compared on */
  int asked;               /* inputs that comparing its outputs gave */
  bool harmful;
};

struct omen_wish { /* inputs to try before all others */
  struct omen_inputs inputs;
  bool compared; /* comparing outputs gave them: they are of a path that is judged already */
};

struct json_t;
struct omen_paths {
  const struct omen_paths_job *job;
  struct omen_derived *first; /* the recorded inputs, by the symbolic variant: the others are made from it */
  struct omen_search *search;
  struct omen_heads heads; /* of the search; empty: it heads for nothing */
  struct omen_target *targets;
  size_t ntargets, ctargets, nnovel;
  struct omen_table seen;  /* decisions, by place and way */
  struct omen_table notes; /* assumptions that were written down */
  struct omen_buf assumes;
  struct omen_derived **kept, **aside; /* aside: nothing new on their paths; looked at last; longest first */
  size_t nkept, ckept, naside, caside;
  struct omen_wish *asked;
  struct omen_table wished; /* all that ever were among these */
  size_t nasked, casked;
  int tried, lost, idle; /* idle: since a run decided anything in a new way */
  bool hunts;            /* the recorded run has no race to judge: others are looked for */
  unsigned number;       /* of the last folder */
  double start;          /* processor seconds that were spent before */
  struct json_t *told;   /* findings, for found.json */
};

/* Should the race be judged once more? */
typedef bool omen_target_wanted(const struct omen_paths *p, const struct omen_target *t);

/* paths_one.c */
/* NULL: there is no recording of a run with these inputs; the message says why. */
struct omen_derived *omen_derived_new(struct omen_paths *p, const struct omen_derivation *how,
                                      struct omen_err *err);
void omen_derived_free(struct omen_derived *d); /* and its folder, if it is not to be kept */
/* Its races. */
int omen_derived_report(struct omen_derived *d, struct omen_err *err);
/* The race of `d` that is this one; NULL: it is not there. */
struct omen_race *omen_derived_find(const struct omen_derived *d, const struct omen_race *race);
/* Verdicts for those of the targets that are there and wanted. */
int omen_derived_judge(struct omen_paths *p, struct omen_derived *d, omen_target_wanted *wanted,
                       struct omen_err *err);
/* Both orders of a race as expressions: are they alike for all inputs of this path? */
int omen_derived_compare(struct omen_paths *p, struct omen_derived *d, const struct omen_race *race,
                         struct omen_target *t, struct omen_err *err);

/* paths_verdict.c */
/* The race has this verdict in `d`. `counts`: on a path that it was not judged on before. */
void omen_target_judged(struct omen_paths *p, struct omen_target *t, struct omen_derived *d,
                        const struct omen_race *there, bool counts);
/* What the run with these inputs did by itself. */
void omen_paths_findings(struct omen_paths *p, struct omen_derived *d);
void omen_paths_incidents(struct omen_paths *p, struct omen_derived *d);
void omen_paths_sum_up(struct omen_paths *p); /* at the end: into the verdicts of the report */

/* paths_novel.c */
/* Races of `d` that the recorded run did not have: other inputs take other code to the same memory, or to
 * other memory. They become targets. */
void omen_novel_find(struct omen_paths *p, struct omen_derived *d);
/* At the end: those that were found harmful, or are on memory of which the recorded run has no race, become
 * races of the report. */
bool omen_novel_told(const struct omen_target *t);
void omen_novel_take(struct omen_paths *p);
void omen_novel_release(struct omen_paths *p);

/* paths_found.c */
/* A finding of `d`: the nth of its report; -1: that the run failed. */
void omen_found_add(struct omen_paths *p, const struct omen_derived *d, const struct omen_finding *f,
                    int nth);
void omen_found_write(struct omen_paths *p);
/* Whatever was asked of the recorded run is asked of this variant. */
int omen_paths_extras(const struct omen_recording *r, const struct omen_variant *v, struct omen_buf *out,
                      struct omen_err *err);
/* A variant is made of the program as it is now: that must be the one that was recorded. */
int omen_paths_same_program(const struct omen_recording *r, struct omen_err *err);
#endif

/* Potential deadlocks: inversions in the order in which the recorded run took its locks (record/outcome.def,
 * `inversion`), put into names; and what came of making them happen. */
#ifndef OMEN_REPORT_INVERSION_H
#define OMEN_REPORT_INVERSION_H
#include "report/resolve.h"

struct omen_report_lock {
  const char *what, *object; /* "mutex", "queue.lock" */
  bool read;
  uint64_t addr, point;
  struct omen_stack stack; /* where it was taken */
};
struct omen_report_edge {
  int thread;
  uint64_t event; /* of the recorded run, when the second was taken */
  struct omen_report_lock took, wants;
};
struct omen_inversion {
  char id[24];
  struct omen_report_edge *edges; /* each wants what the next one took; the last what the first took */
  size_t n;
  const char *status;     /* potential: nobody tried; shown; not-reached */
  int runs;               /* explorations that tried */
  const char *why;        /* not-reached: why */
  const char *replay;     /* the command that shows it; NULL: none */
  const char *incident;   /* the id of the incident that it became; NULL: none */
  const char *suppressed; /* FILE:LINE of the entry that matches it; NULL: none */
};

#define OMEN_INVERSION_POTENTIAL "potential"
#define OMEN_INVERSION_SHOWN "shown"
#define OMEN_INVERSION_NOT_REACHED "not-reached"

/* Fills the report's from its outcome. */
void omen_inversions_resolve(struct omen_report *r, struct omen_resolver *v);
void omen_inversions_release(struct omen_report *r);
/* What became of it; one that is shown is a finding. `why`: why it is not. `shown_as`: the
 * recording's name for a user. */
void omen_inversion_judge(struct omen_report *r, struct omen_inversion *i, const char *why, int runs,
                          const char *shown_as);
/* The potential deadlock that the incident is, by what its threads wait for and where; NULL: none. */
const struct omen_inversion *omen_inversion_of(const struct omen_report *r,
                                               const struct omen_report_incident *i);
/* One that became an incident is told as that alone, and is no finding beside it. */
void omen_inversions_link(struct omen_report *r);
/* In a line: "T1 takes `b` while it holds `a`, T2 takes `a` while it holds `b`". */
void omen_inversion_line(const struct omen_inversion *i, char *out, size_t cap);

struct omen_text;
void omen_text_inversions(struct omen_text *t);     /* text_inversion.c */
void omen_text_inversions_sum(struct omen_text *t); /* how many, in a line */
struct json_t;
struct json_t *omen_json_inversions(const struct omen_report *r);
#endif

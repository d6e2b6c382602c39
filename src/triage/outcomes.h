/* triage/outcomes.h: the outcomes of a program over its schedules: what it writes to standard output, its
 * exit status, and what goes wrong. Found by sampled schedules, or by all of them
 * (explore/schedule_search.h); each is confirmed in a fresh process before it is told, and kept in the
 * recording (outcomes.json) with the plan that leads there. */
#ifndef OMEN_TRIAGE_OUTCOMES_H
#define OMEN_TRIAGE_OUTCOMES_H
#include "explore/schedule_search.h"
#include "record/memory.h"
#include "record/verdict.h"

struct omen_one_outcome {
  struct omen_buf text;           /* standard output */
  int status;                     /* as a shell would have it */
  enum omen_consequence incident; /* NONE: nothing went wrong */
  uint64_t place;                 /* where, in this program */
  char what[256];                 /* for people */
  uint64_t runs;
  struct omen_plan plan;
  uint64_t hash; /* of the result; what confirming compares */
  bool confirmed;
};

struct omen_outcomes {
  struct omen_one_outcome *list;
  size_t n, capacity;
  uint64_t runs;       /* all that were made */
  uint64_t unfinished; /* of these, ended by a limit or killed: they show nothing */
  bool searched;       /* all schedules were to be tried; then: */
  struct omen_searched search;
  char missing[256]; /* why these may not be all; empty: they are */
  double seconds;
  enum omen_memory memory; /* the recording's */
};

struct omen_outcomes_how {
  bool exhaustive, whole;
  uint64_t runs; /* sampled schedules; 0: no limit but time */
  uint64_t seed;
  unsigned jobs;
  double deadline; /* omen_now(); 0: none */
  void (*tick)(void *context, uint64_t runs, uint64_t states, size_t outcomes);
  void *context;
};

/* Of an open explorer of the recording. -1: explorations could not be run. Interrupted, or out of time: what
 * there is. */
int omen_outcomes_find(struct omen_explorer *x, const struct omen_outcomes_how *how,
                       struct omen_outcomes *out, struct omen_err *err);
void omen_outcomes_release(struct omen_outcomes *all);
bool omen_outcomes_harmful(const struct omen_outcomes *all);

/* ---- outcomes_write.c ---- */
void omen_outcomes_text(const struct omen_outcomes *all, const char *dir, struct omen_buf *out);
struct json_t *omen_outcomes_json(const struct omen_outcomes *all, const char *dir);
/* Keeps the plans in the recording, with the memory that they need watched. */
int omen_outcomes_keep(const struct omen_outcomes *all, const struct omen_explorer *x, struct omen_err *err);
/* The plan of an outcome, by its number from 1; the explorer then watches what it needs. The caller releases
 * it. */
int omen_outcomes_plan(struct omen_explorer *x, uint64_t number, struct omen_plan *plan,
                       struct omen_err *err);
#endif

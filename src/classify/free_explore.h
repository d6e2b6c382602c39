/* Free exploration: once a recording, other schedules of the whole run, whether it has races or not. Mistakes
 * in the order of locks, signals and threads race with nothing (checked under the lock, acted under the lock,
 * not together), and no exploration of a race leads to them. What goes wrong here becomes an incident like
 * any other. What is written differently is none: without a race to blame, all schedules are equally right.
 *
 * A short run is left at its start, but only if the recorded schedule, made live from there, ends as it did:
 * otherwise the world in memory is not what the program needs, and what goes wrong says nothing. A long one
 * is left at a few places, each of which is tried with threads that run until they block first. */
#ifndef OMEN_CLASSIFY_FREE_EXPLORE_H
#define OMEN_CLASSIFY_FREE_EXPLORE_H
#include "classify/free_plans.h"
#include "classify/incident.h"

enum { OMEN_FREE_PLACES = 4 }; /* at which a long recording is left */
enum { OMEN_FREE_SETTLED = 32 };
enum { OMEN_FREE_CHOICES = 4 }; /* of a weak memory model, tried with each schedule */

struct omen_free_effort {
  int from, to;                        /* the plans of these numbers */
  const struct omen_outcome *recorded; /* of the recorded run, */
  double cpu_seconds;                  /* and how long it took */
  uint64_t seed;                       /* of sampled schedules: other recordings of a program have others */
  bool weak;      /* the recording's memory model has choices: each schedule is run with several */
  double seconds; /* of the processor, for all runs together, without those that incidents take */
};

struct omen_free {
  struct omen_explorer *x;
  struct omen_incidents *all;
  struct omen_free_effort effort;
  struct omen_free_switches switches;
  uint64_t place[OMEN_FREE_PLACES];
  int places;
  int next, runs;                               /* the plan that is next; runs that were made */
  struct omen_wrong settled[OMEN_FREE_SETTLED]; /* that went again: omen_incidents_settle */
  size_t nsettled;
  double until, spent; /* when it is to end, by omen_work(); seconds that the runs took */
  const char *why_not; /* why nothing was tried; NULL: it was */
};

/* -1: explorations could not be run, or the time is over. */
int omen_free_open(struct omen_free *f, struct omen_explorer *x, struct omen_incidents *all,
                   const struct omen_free_effort *effort, struct omen_err *err);
/* Under a weak model, before everything else: all schedules of a small program, within limits. */
int omen_free_search(struct omen_free *f, struct omen_err *err);
/* Some more runs; *more: there are others to be made. What went wrong in them is judged. */
int omen_free_step(struct omen_free *f, bool *more, struct omen_err *err);
void omen_free_close(struct omen_free *f);
#endif

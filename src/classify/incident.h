/* Incidents: what went wrong in some exploration and not in the recorded run. Whichever race was being
 * explored when it came up, an incident is a finding of its own: it is kept with a plan that shows it,
 * confirmed in a fresh process, reduced to the switches without which it does not happen (schedule.h), and
 * asked for its cause (cause.h). Two runs show the same incident when the same thing goes wrong at the same
 * place. */
#ifndef OMEN_CLASSIFY_INCIDENT_H
#define OMEN_CLASSIFY_INCIDENT_H
#include "classify/cause.h"
#include "classify/family.h"

/* What ended the run, if that is a violation. A run that a limit cut off shows nothing. */
struct omen_wrong omen_wrong_of(const struct omen_result *r);
uint64_t omen_wrong_defect(const struct omen_result *r); /* its name, if it is a defect; else 0 */
static inline bool omen_wrong_same(struct omen_wrong a, struct omen_wrong b) {
  return a.what && a.what == b.what && a.place == b.place;
}

/* Seconds of the processor for an incident: within them small programs are reduced and asked through; what
 * takes longer is told as far as it was found. Not by the clock: a busy machine must not change the answer.
 */
#define OMEN_INCIDENT_SECONDS 3.0

struct omen_incident {
  char id[16];
  struct omen_wrong wrong;
  uint64_t line;          /* of the source, as omen_places has it; 0: not known */
  uint64_t defect;        /* its name, if it is a defect (record/defects.h); 0: it is an end */
  struct omen_plan found; /* as an exploration found it */
  char what[256];         /* what happens, for people */
  enum omen_endless loop; /* of an infinite loop */
  int runs;               /* explorations that showed it */
  bool judged;            /* what follows is known */
  bool recorded;          /* it is how the recorded run ended */
  bool known;             /* from an earlier command; nothing new was found out */
  bool confirmed; /* a fresh process showed it again; else `plan` is `found`, and nothing more is known */
  struct omen_plan plan; /* the fewest switches that show it */
  int before, after;     /* switches of the run that was found, and of `plan` */
  struct omen_cause cause;
  double seconds;
};

/* Where an instruction stands in the source: the same number for all that stand at one place, such as the
 * read and the write of `n++`; or in one line. Whoever judges races by places gives it; else every
 * instruction is its own. */
struct omen_places {
  uint64_t (*place)(void *context, uint32_t site, bool line);
  /* Where a run went wrong; 0: not known. Code that was unrolled or inlined is in several places of the
   * program, and is one line. May be NULL. */
  uint64_t (*wrong)(void *context, const struct omen_outcome *o);
  /* Where the i-th of the threads that go round for ever does so; 0: not known. The same for all of a loop,
   * wherever in it the run was ended. May be NULL. */
  uint64_t (*loop)(void *context, const struct omen_outcome *o, size_t i);
  void *context;
};

struct omen_incidents {
  struct omen_places places;
  struct omen_incident **list; /* their addresses stay */
  size_t n, capacity;
  struct omen_wrong recorded; /* how the recorded run itself went wrong, */
  uint64_t recorded_line;     /* and where in the source; 0: not known */
  /* Races that the recorded run's synchronisation orders, and another schedule has; borrowed. */
  const struct omen_suspect *predicted;
  size_t npredicted;
  bool listed, has_schedule;   /* `schedule` was asked for; it is there */
  struct omen_plan schedule;   /* the recorded run as a list of switches */
  struct omen_result run;      /* what that led to, */
  struct omen_run_trace trace; /* and its trace */
};

/* `recorded`: the outcome of the recorded run. */
void omen_incidents_open(struct omen_incidents *all, const struct omen_outcome *recorded);
void omen_incidents_release(struct omen_incidents *all);
/* The incident that the run shows, which is a new one if it was not seen before; NULL: it shows none. */
struct omen_incident *omen_incidents_take(struct omen_incidents *all, const struct omen_plan *plan,
                                          const struct omen_result *r);
/* True: it went. The last of the list goes if it is known already by its line in the source, though from
 * another instruction: as the recorded run's failure, or as an incident, which gets its runs, unless a race
 * is to blame that is not to blame for that one. */
bool omen_incidents_settle(struct omen_incidents *all);
/* A copy, which takes over what it owns. */
struct omen_incident *omen_incidents_add(struct omen_incidents *all, const struct omen_incident *i);
struct omen_incident *omen_incidents_find(const struct omen_incidents *all, struct omen_wrong wrong);
/* Does the run go wrong so? A run that goes round at several places shows the incident of each, and that of
 * all of them together. */
bool omen_incidents_shows(const struct omen_incidents *all, struct omen_wrong wrong,
                          const struct omen_result *r);
/* The same incident once more, in another run, which may have another cause: judged by itself. NULL: it has
 * the cause that is known, or none that blames the order of two accesses at these sites; else a new one of
 * the list. `enough`: only one that is enough. *explained: a cause of that run was found. -1 in *failed:
 * explorations could not be run. */
struct omen_incident *omen_incidents_again(struct omen_explorer *x, struct omen_incidents *all,
                                           const struct omen_plan *plan, const struct omen_result *r,
                                           uint32_t first, uint32_t second, double seconds, bool enough,
                                           bool *explained, int *failed, struct omen_err *err);
/* Is the order of two accesses at these sites a cause of it? */
bool omen_incident_blames(const struct omen_incidents *all, const struct omen_incident *i, uint32_t first,
                          uint32_t second);
/* Does its cause stand in the same two lines, of the same memory? */
bool omen_incident_same_lines(const struct omen_incidents *all, const struct omen_incident *i, uint32_t first,
                              uint32_t second, struct omen_watch where);
/* The recorded run as a list of switches, and its trace: made once. There is none (has_schedule) where the
 * run is too long, or does not end as it did when it is live from its start. */
int omen_incidents_list_recorded(struct omen_explorer *x, struct omen_incidents *all, struct omen_err *err);
/* Confirms, reduces and asks for the cause, all within some `seconds`. -1: explorations could not be run. */
int omen_incident_judge(struct omen_explorer *x, struct omen_incidents *all, struct omen_incident *i,
                        double seconds, struct omen_err *err);
/* The same of how the recorded run itself went wrong, whose outcome this is: an incident whose plan is the
 * recording. It is kept only where its cause is found; a run that goes wrong in every order needs none. */
int omen_incidents_judge_recorded(struct omen_explorer *x, struct omen_incidents *all,
                                  const struct omen_outcome *recorded, double seconds, struct omen_err *err);
#endif

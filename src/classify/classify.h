/* classify/: what a race can do. Portend's algorithm (papers: Portend section 3, thesis 5.2 to 5.4) over
 * explorations: both orders of the two accesses, each followed by the same family of schedules, at several
 * instances of the race. The outcomes with the accesses in the recorded order and those with the order
 * flipped are compared pair by pair and as sets, so that what any schedule may do is not laid at this race's
 * door. A harmful verdict is given only after its evidence was run once more and showed the same. */
#ifndef OMEN_CLASSIFY_H
#define OMEN_CLASSIFY_H
#include "explore/explore.h"
#include "record/verdict.h"

/* One instance of a race: a time that it happened in the recorded run. */
struct omen_suspect {
  struct omen_watch where;              /* the racing bytes */
  struct omen_plan_event first, second; /* in the recorded order */
  const struct omen_plan *past; /* where to leave the recording, and the decisions from there to the race;
                                   NULL: the recording leads there */
  bool late;                    /* the second access is one of a later round: those before it do not count */
};
/* Adds the two accesses to a plan, and their past (family.c). */
void omen_suspect_add(struct omen_plan *plan, const struct omen_suspect *s, bool flipped, bool brink);

struct omen_judgement {
  enum omen_class class;
  enum omen_consequence consequence; /* NONE: the race is harmless */
  enum omen_proof proof;
  enum omen_endless loop;              /* of an infinite loop */
  int k, paths, schedules;             /* witnesses; primaries, schedules of each: as the paper counts them */
  int runs;                            /* explorations in all */
  int instance;                        /* which of the suspects the evidence is about */
  struct omen_plan primary, alternate; /* the evidence: alike but for the order */
  bool guilty_alternate;               /* which of the two shows it */
  uint64_t defect;                     /* the name of the defect that it is; 0: none */
  uint64_t unit;             /* of outputs that differ: what is decided (units.h); 0: no single unit */
  struct omen_buf output[2]; /* what the two wrote, where that differs */
  char differs[256]; /* of a harmless race: what its runs wrote differently all the same; empty: nothing */
  char what[512];    /* what happens, for people */
  struct omen_buf assumes; /* what a proof of a single ordering rests on: lines */
  char not_judged[240];    /* why there is no verdict; empty: there is one */
  char incident[16];       /* the id of the incident that is the evidence; empty: it is the pair's own */
  double seconds;          /* without those that its incidents took */
};

struct omen_effort {
  int schedules; /* Ma: schedules after the race, for either order, beyond the two that are always tried */
  int pre_race;  /* other schedules before the race, for every instance; 0: only the recorded one */
};

/* How a harmless verdict begins to say what else its runs showed; whoever sums up verdicts keeps it. */
#define OMEN_BUT_FOR ", but for "

struct omen_incidents;
/* The verdict on the race of which these are n instances: the worst of all. What goes wrong meanwhile goes to
 * the incidents, and is judged. -1: an exploration could not be run at all. */
int omen_classify(struct omen_explorer *x, struct omen_incidents *incidents, const struct omen_suspect *s,
                  size_t n, const struct omen_effort *effort, struct omen_judgement *out,
                  struct omen_err *err);
struct omen_incident;
/* The verdict on a race that causes the incident. */
void omen_judge_by_incident(struct omen_judgement *j, const struct omen_incident *i);
void omen_judgement_release(struct omen_judgement *j);
#endif

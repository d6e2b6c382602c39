/* What the files that judge a race share: classify.c (the families, and what they show), masked.c (runs that
 * ended with what another cause explains). See classify.h. */
#ifndef OMEN_CLASSIFY_STUDY_H
#define OMEN_CLASSIFY_STUDY_H
#include "classify/incident.h"
#include "classify/weigh.h"

struct omen_study {
  struct omen_explorer *x;
  struct omen_judgement *j;
  struct omen_family *family;
  size_t families;
  struct omen_suspect *last; /* instances of their own: explore_last */
  struct omen_suspect late;  /* likewise: explore_late */
  int base;                  /* pairs that every family gets */
  struct omen_incidents *incidents;
  struct omen_wrong *acquitted; /* incidents whose cause is another */
  size_t nacquitted, cacquitted;
  const struct omen_incident *guilty; /* the worst incident that this race causes; NULL: none */
  const struct omen_incident *open; /* one that its runs showed, and whose cause was not found; NULL: none */
  double on_incidents;              /* seconds */
  struct omen_err *err;
};

/* Where the acquittal rests on another run than its own, and its own runs speak against it: all that is sure
 * by numbers, and all that never ended otherwise. */
int omen_study_appeal(struct omen_study *t);
/* Runs that ended while the first thread was still held did so with an incident that another race causes: the
 * order of this one has not been seen, and decides nothing by that. */
bool omen_study_masked_by_race(const struct omen_study *t);
/* The other order of two writes of `n = n + 1` cannot be had without the lost update, which is blamed on the
 * read: that is one mistake. True: it is judged so. */
bool omen_study_same_mistake(struct omen_study *t);
/* All runs in the other order ended with what this race was acquitted of: what comes behind that? */
int omen_study_look_behind(struct omen_study *t, bool *found);
/* What Omen could not do is no verdict. True: it says why there is none. */
bool omen_study_not_judged(struct omen_study *t);
#endif

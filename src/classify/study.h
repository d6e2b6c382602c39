/* What the files that judge a race share: classify.c (what families show), instances.c (which families),
 * masked.c (runs that ended with what another cause explains). See classify.h. */
#ifndef OMEN_CLASSIFY_STUDY_H
#define OMEN_CLASSIFY_STUDY_H
#include "classify/incident.h"
#include "classify/weigh.h"

struct omen_study {
  struct omen_explorer *x;
  struct omen_judgement *j;
  struct omen_family *family;
  size_t families;
  struct omen_suspect *last; /* instances of their own: omen_study_last */
  struct omen_suspect late;  /* likewise: omen_study_late */
  int base;                  /* pairs that every family gets */
  struct omen_incidents *incidents;
  struct omen_wrong *acquitted; /* incidents whose cause is another */
  size_t nacquitted, cacquitted;
  const struct omen_incident *guilty; /* the worst incident that this race causes; NULL: none */
  const struct omen_incident *open; /* one that its runs showed, and whose cause was not found; NULL: none */
  const struct omen_incident
      *unexplained;    /* it was acquitted of this one, and no cause of a run of its own was found */
  double on_incidents; /* seconds */
  struct omen_err *err;
};

/* Runs what the families want, and more where something is not sure yet; what goes wrong is judged. */
int omen_study_explore(struct omen_study *t);
bool omen_study_sure(const struct omen_study *t); /* a violation is */

/* ---- instances.c ---- */

/* A family for each instance. */
void omen_study_families(struct omen_study *t, const struct omen_suspect *s, size_t n,
                         const struct omen_effort *e);
/* --pre-race: the same instances with other schedules before the race. */
int omen_study_early(struct omen_study *t, int pre_race, size_t instances);
/* The last round of a loop, of the first thread and of the second. */
int omen_study_last(struct omen_study *t, size_t instances);
int omen_study_late(struct omen_study *t, const struct omen_suspect *s, size_t n);
/* Where the order was never flipped: with the others as recorded, and with another past. */
int omen_study_recorded(struct omen_study *t, const struct omen_suspect *s, size_t instances);
int omen_study_pasts(struct omen_study *t, size_t instances);

/* ---- masked.c ---- */

/* Where the acquittal rests on another run than its own, and its own runs speak against it: all that is sure
 * by numbers, all that never ended otherwise, and one that ends well in the recorded order. */
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

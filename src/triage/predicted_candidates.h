/* Candidates of predicted races: pairs of accesses of a recorded run that conflict, and that only locks and
 * other synchronisation which may come in another order keep apart. Creating and joining threads always
 * orders; two accesses under one lock never meet. What is left may be a race in another schedule or not: a
 * run decides (triage/predicted.h), so this errs on the side of too many. */
#ifndef OMEN_TRIAGE_PREDICTED_CANDIDATES_H
#define OMEN_TRIAGE_PREDICTED_CANDIDATES_H
#include "report/predicted_pairs.h"

struct omen_predicted_candidates {
  struct omen_predicted_pair *pairs;
  size_t n, cap;
  uint64_t records; /* of the trace */
  size_t left_out;  /* pairs of places beyond the limit */
};

/* From the events.raw in the folder `scratch`, which gets another file beside it. */
int omen_predicted_candidates_find(struct omen_predicted_candidates *out, const char *scratch,
                                   struct omen_err *err);
void omen_predicted_candidates_release(struct omen_predicted_candidates *c);
#endif

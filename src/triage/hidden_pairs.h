/* Candidates of hidden races: pairs of accesses of a recorded run that conflict, and that only locks and
 * other synchronisation which may come in another order keep apart. Creating and joining threads always
 * orders; two accesses under one lock never meet. What is left may be a race in another schedule or not: a
 * run decides (triage/hidden.h), so this errs on the side of too many. */
#ifndef OMEN_TRIAGE_HIDDEN_PAIRS_H
#define OMEN_TRIAGE_HIDDEN_PAIRS_H
#include "report/predicted_pairs.h"

struct omen_hidden_pairs {
  struct omen_predicted_pair *pairs;
  size_t n, cap;
  uint64_t records; /* of the trace */
  size_t left_out;  /* pairs of places beyond the limit */
};

/* From the events.raw in the folder `scratch`, which gets another file beside it. */
int omen_hidden_pairs_find(struct omen_hidden_pairs *out, const char *scratch, struct omen_err *err);
void omen_hidden_pairs_release(struct omen_hidden_pairs *c);
#endif

/* Candidates of predicted races, two classes of them. The engines (predict/predict.h) give pairs of accesses
 * with a witness: an order of the run's events after which both are next. It is followed. Beside them come
 * pairs that conflict, and that only synchronisation which may come in another order keeps apart: making and
 * joining threads always orders; two accesses under one lock never meet. These have no witness, and err on
 * the side of too many. A run decides in any case (triage/predicted.h). */
#ifndef OMEN_TRIAGE_PREDICTED_CANDIDATES_H
#define OMEN_TRIAGE_PREDICTED_CANDIDATES_H
#include "report/predicted_pairs.h"
#include "triage/predicted_order.h"

struct omen_predicted_candidates {
  struct omen_predicted_pair *pairs;  /* those with a witness first */
  struct omen_predicted_order *order; /* of these, `witnessed` of them */
  size_t n, cap, witnessed, cwitnessed;
  size_t left_out; /* pairs of places beyond the limit */
};

/* `seconds` of processor time for the engines. */
int omen_predicted_candidates_find(struct omen_predicted_candidates *out, struct omen_predicted_trace *t,
                                   double seconds, struct omen_err *err);
void omen_predicted_candidates_release(struct omen_predicted_candidates *c);
/* What leads to the instance; NULL: no witness does, or the recording itself. */
const struct omen_predicted_order *omen_predicted_order_of(const struct omen_predicted_candidates *c,
                                                           const struct omen_instance *one);
#endif

/* The order of a witness (predict/predict.h) as the beginning of a plan: the recording is left where the
 * witness first leaves out an event, and from there on a decision at each switch of the witness says who goes
 * on. Threads are stopped at events; where the witness stops one between two of its events, it makes the
 * accesses up to the next one as well. */
#ifndef OMEN_TRIAGE_PREDICTED_ORDER_H
#define OMEN_TRIAGE_PREDICTED_ORDER_H
#include "predict/predict.h"
#include "record/plan.h"
#include "triage/predicted_trace.h"

struct omen_predicted_order {
  struct omen_plan past; /* leave.at NEVER: none; the recording leads to the first access */
  int held;              /* which of the events of the witness is stood at first */
};
/* `pair`: the events are two accesses, of which one is stood at; otherwise all are stood at. */
void omen_predicted_order_make(struct omen_predicted_order *out, const struct omen_predicted_trace *t,
                               const struct omen_witness *w, bool pair);
#endif

/* Predicted deadlocks: cycles of the run's locks that the engine `deadlock` (predict/predict.h) has an order
 * of events for. The run itself told of all circles in which its locks were taken (report/inversion.h); the
 * engine says how to get into one. */
#ifndef OMEN_TRIAGE_PREDICTED_DEADLOCKS_H
#define OMEN_TRIAGE_PREDICTED_DEADLOCKS_H
#include "report/inversion.h"
#include "triage/predicted_order.h"

struct omen_predicted_deadlock {
  uint32_t *thread; /* who waits, */
  uint64_t *lock;   /* and for which lock: its address */
  uint32_t n;
  struct omen_predicted_order order;
};
struct omen_predicted_deadlocks {
  struct omen_predicted_deadlock *list;
  size_t n, cap;
  bool asked; /* the engine was; it may have found none */
};
/* `seconds` of processor time at most. */
int omen_predicted_deadlocks_find(struct omen_predicted_deadlocks *d, const struct omen_predicted_trace *t,
                                  double seconds, struct omen_err *err);
void omen_predicted_deadlocks_release(struct omen_predicted_deadlocks *d);
/* What leads to it: where to leave the recording, and the decisions from there on; NULL: nothing is known. */
const struct omen_plan *omen_predicted_deadlock_past(const struct omen_predicted_deadlocks *d,
                                                     const struct omen_inversion *v);
#endif

/* Inside predict/: a prediction while it is made. */
#ifndef OMEN_PREDICT_RUN_H
#define OMEN_PREDICT_RUN_H
#include "predict/predict.h"
#include "predict/window.h"

struct omen_predict_run {
  struct omen_prediction *p;
  const struct omen_window *w;
  struct omen_err *err;
  uint8_t *racy;   /* by variable of the trace */
  uint8_t *warned; /* by event of the window */
  uint32_t racy_cap, asked;
  double start;
  void *own; /* the predictor's, over all windows */
};
struct omen_predict_ops {
  bool branches;                           /* asks which reads matter, where the trace has branch events */
  uint32_t window;                         /* the default */
  int (*run)(struct omen_predict_run *r);  /* a window */
  void (*end)(struct omen_predict_run *r); /* frees `own` */
};
extern const struct omen_predict_ops omen_predict_syncp, omen_predict_osr, omen_predict_mcm,
    omen_predict_deadlock;

/* An access that races with an earlier one. */
void omen_predict_warn(struct omen_predict_run *r, uint32_t event);
/* Events that can be brought about together after an order: `order`, or the events of the ideal in the
 * trace's order. */
void omen_predict_tell(struct omen_predict_run *r, const uint32_t *event, uint32_t n, const uint32_t *ideal,
                       const uint32_t *order, uint32_t norder);
/* A race of which the pair of locations may be new. */
void omen_predict_race(struct omen_predict_run *r, uint32_t e1, uint32_t e2, const uint32_t *ideal);
/* Is the time over? */
bool omen_predict_over(struct omen_predict_run *r);
#endif

/* Inside omen analyze: the predictors, beside the engines. */
#ifndef OMEN_CLI_ANALYZE_PREDICT_H
#define OMEN_CLI_ANALYZE_PREDICT_H
#include "predict/predict.h"
#include <jansson.h>

struct omen_predicted { /* what one predictor found */
  struct omen_prediction p;
  struct omen_source *src; /* borrowed */
  struct omen_buf text;    /* the witnesses, for a person */
  json_t *witnesses;       /* NULL: nobody asks */
};
struct omen_predicted_list {
  struct omen_predicted at[OMEN_PREDICTORS];
  size_t n;
};
/* Adds a predictor, once; false: there is none of that name. */
bool omen_predicted_add(struct omen_predicted_list *l, const char *name, size_t len);
struct omen_predict_request {
  uint64_t window; /* 0: each predictor's own */
  bool no_pairs, quiet, witness;
};
int omen_predicted_run(struct omen_predicted_list *l, struct omen_source *src,
                       const struct omen_predict_request *q, struct omen_err *err);
void omen_predicted_release(struct omen_predicted_list *l);
/* What the JSON has beyond that of an engine. */
void omen_predicted_json(const struct omen_predicted *p, json_t *engine);
#endif

/* The list of predictors: see predict.h. */
#include "predict/predict.h"
#include <string.h>

static const struct {
  const char *name, *help;
} predictors[] = {
#define X(symbol, name, help) {name, help},
#include "predict/predictors.def"
#undef X
};

enum omen_predictor omen_predictor_find(const char *name, size_t len) {
  unsigned p = 0;
  while (p < OMEN_PREDICTORS && (strlen(predictors[p].name) != len || memcmp(predictors[p].name, name, len)))
    p++;
  return (enum omen_predictor)p;
}

const char *omen_predictor_name(enum omen_predictor p) { return predictors[p].name; }

const char *omen_predictor_help(enum omen_predictor p) { return predictors[p].help; }

/* Races by optimistic synchronisation reversal: those of syncp, and those of orders that turn sections round
 * (reverse.h). */
#include "predict/pair_search.h"

static int run(struct omen_predict_run *r) {
  struct omen_pair_means m = {.pairs = 1 << 20, .work = 1 << 27};
  if (omen_syncp_window(r)) return -1;
  omen_pair_search(r, &m);
  return 0;
}

const struct omen_predict_ops omen_predict_osr = {.window = 250000, .run = run};

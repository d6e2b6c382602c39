/* Inside predict/: pair after pair of accesses of a window, by ever costlier means: what must come before
 * them, a sync-preserving ideal, a reversal of sections, and at last `ask`. */
#ifndef OMEN_PREDICT_PAIR_SEARCH_H
#define OMEN_PREDICT_PAIR_SEARCH_H
#include "predict/ideal.h"
#include "predict/predict_run.h"

enum omen_pair_answer { OMEN_PAIR_NO, OMEN_PAIR_RACE, OMEN_PAIR_OPEN };
struct omen_pair_means {
  uint64_t pairs; /* looked at in a window at most */
  uint64_t work;  /* events of orders tried in a window at most */
  /* NULL: there is nobody to ask. `must`: an ideal that every reordering has. RACE: `*order` of `*n` events
   * is the caller's to free. */
  enum omen_pair_answer (*ask)(void *arg, const uint32_t pair[2], const uint32_t *must, uint32_t **order,
                               uint32_t *n);
  void *arg;
};
void omen_pair_search(struct omen_predict_run *r, const struct omen_pair_means *m);
/* The races of syncp.c in this window. */
int omen_syncp_window(struct omen_predict_run *r);
#endif

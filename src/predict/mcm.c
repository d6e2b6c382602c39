/* Maximal causality (RDIT thesis, section 4.4): all races that a window allows. What cheaper means decide is
 * not asked of the solver. */
#include "predict/mcm_solver.h"

enum { QUESTIONS = 200 }; /* in a window */
struct asking {
  struct omen_predict_run *r;
  uint32_t questions;
  bool failed;
};

static enum omen_pair_answer ask(void *arg, const uint32_t pair[2], const uint32_t *must, uint32_t **order,
                                 uint32_t *n) {
  struct asking *a = arg;
  if (a->failed || a->questions++ >= QUESTIONS) return OMEN_PAIR_OPEN;
  struct omen_mcm_solver *solver = omen_mcm_solver_new(a->r->w, must, a->r->err);
  a->failed = !solver;
  if (a->failed) return OMEN_PAIR_OPEN;
  enum omen_pair_answer answer = omen_mcm_solver_ask(solver, pair, order, n);
  omen_mcm_solver_free(solver);
  return answer;
}

static int run(struct omen_predict_run *r) {
  struct asking a = {.r = r};
  struct omen_pair_means m = {.pairs = 1 << 20, .work = 1 << 27, .ask = ask, .arg = &a};
  if (!r->w->loose) omen_syncp_window(r);
  omen_pair_search(r, &m);
  return a.failed ? -1 : 0;
}

const struct omen_predict_ops omen_predict_mcm = {.window = 1000, .branches = true, .run = run};

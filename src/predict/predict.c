/* A predictor over all windows of a trace: see predict.h. */
#include "predict/predict.h"
#include "predict/predict_run.h"
#include <stdlib.h>
#include <string.h>

static const struct omen_predict_ops *const all[OMEN_PREDICTORS] = {
    [OMEN_PREDICT_SYNCP] = &omen_predict_syncp,
    [OMEN_PREDICT_OSR] = &omen_predict_osr,
    [OMEN_PREDICT_MCM] = &omen_predict_mcm,
    [OMEN_PREDICT_DEADLOCK] = &omen_predict_deadlock,
};

void omen_predict_warn(struct omen_predict_run *r, uint32_t event) {
  r->warned[event] = 1;
  uint32_t x = r->w->var[r->w->ev[event].obj].number;
  r->p->racy_variables += !r->racy[x];
  r->racy[x] = 1;
}

/* Asked often; the clock is looked at now and then. */
bool omen_predict_over(struct omen_predict_run *r) {
  if (!r->p->cut_short && r->p->seconds > 0 && (r->asked++ & 255) == 0)
    r->p->cut_short = omen_spent(false) - r->start > r->p->seconds;
  return r->p->cut_short;
}

/* The atoms of one access count once. */
static void count_warnings(struct omen_predict_run *r) {
  const struct omen_window *w = r->w;
  for (uint32_t i = 0; i < w->n; i++) {
    if (!r->warned[i]) continue;
    r->p->warnings++;
    while (i + 1 < w->n && w->ev[i + 1].thread == w->ev[i].thread && w->step[i + 1] == w->step[i]) i++;
  }
}

static int one_window(struct omen_predict_run *r, const struct omen_predict_ops *ops,
                      struct omen_source *src) {
  uint32_t vars = omen_source_count(src, OMEN_SPACE_VAR);
  if (vars > r->racy_cap) {
    r->racy = omen_xrealloc(r->racy, vars);
    memset(r->racy + r->racy_cap, 0, vars - r->racy_cap);
    r->racy_cap = vars;
  }
  r->warned = omen_xcalloc(r->w->n, 1);
  int bad = ops->run(r);
  count_warnings(r);
  free(r->warned);
  r->p->windows++;
  r->p->events += r->w->n;
  return bad;
}

static int windows(struct omen_predict_run *r, const struct omen_predict_ops *ops, struct omen_source *src,
                   struct omen_windows *ws) {
  struct omen_progress progress;
  omen_progress_start(&progress, "predicting", r->p->quiet);
  bool bad = false;
  while (!bad && !r->p->cut_short && (r->w = omen_windows_next(ws, &bad, r->err))) {
    bad = one_window(r, ops, src) != 0;
    double part = src->bytes_total ? (double)src->bytes / (double)src->bytes_total : 0;
    omen_progress_step(&progress, r->p->events, part > 0 ? (uint64_t)((double)r->p->events / part) : 0,
                       "events");
  }
  omen_progress_end(&progress);
  return bad ? -1 : 0;
}

int omen_predict(struct omen_source *src, struct omen_prediction *p, struct omen_err *err) {
  const struct omen_predict_ops *ops = all[p->predictor];
  if (omen_source_rewind(src, err)) return -1;
  uint64_t size = p->window ? p->window : ops->window;
  struct omen_predict_run r = {.p = p, .err = err, .start = omen_spent(false)};
  uint32_t most = UINT32_MAX / 2;
  struct omen_windows *ws =
      omen_windows_new(src, size < most ? (uint32_t)size : most, p->loose, ops->branches);
  int bad = windows(&r, ops, src, ws);
  if (ops->end) ops->end(&r);
  omen_windows_free(ws);
  free(r.racy);
  p->spent = omen_spent(false) - r.start;
  return bad;
}

void omen_prediction_release(struct omen_prediction *p) { omen_pairset_release(&p->pairs); }

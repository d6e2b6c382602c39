/* Predicted deadlocks: see predicted_deadlocks.h. */
#include "triage/predicted_deadlocks.h"
#include "trace/rawlog.h"
#include <stdlib.h>

struct finder {
  struct omen_predicted_deadlocks *out;
  const struct omen_predicted_trace *t;
};

static bool has_records(const struct finder *f, const struct omen_witness *w) {
  for (uint32_t i = 0; i < w->n; i++)
    if (w->at[i].aux >= f->t->n) return false;
  return true;
}

static void found(void *arg, const struct omen_witness *w) {
  struct finder *f = arg;
  if (!has_records(f, w)) return;
  OMEN_GROW(f->out->list, f->out->n, f->out->cap);
  struct omen_predicted_deadlock *d = &f->out->list[f->out->n++];
  *d = (struct omen_predicted_deadlock){.thread = omen_xcalloc(w->n, sizeof *d->thread),
                                        .lock = omen_xcalloc(w->n, sizeof *d->lock),
                                        .n = w->n};
  for (uint32_t i = 0; i < w->n; i++) {
    const struct omen_rawev *e = &f->t->ev[w->at[i].aux];
    d->thread[i] = e->thread;
    d->lock[i] = e->obj2;
  }
  omen_predicted_order_make(&d->order, f->t, w, false);
}

/* First with reads that keep their values, then with any: whose order cannot be followed, the run shows. */
int omen_predicted_deadlocks_find(struct omen_predicted_deadlocks *d, const struct omen_predicted_trace *t,
                                  double seconds, struct omen_err *err) {
  struct finder f = {d, t};
  d->asked = true;
  struct omen_source *src = omen_rawlog_open(t->shared, OMEN_SOURCE_SUCCESSION, err);
  int result = src ? 0 : -1;
  for (int loose = 0; !result && loose < 2; loose++) {
    struct omen_prediction p = {.predictor = OMEN_PREDICT_DEADLOCK,
                                .seconds = seconds / 2,
                                .loose = loose,
                                .quiet = true,
                                .found = found,
                                .arg = &f};
    result = omen_predict(src, &p, err);
    omen_prediction_release(&p);
  }
  if (src) omen_source_close(src);
  return result;
}

void omen_predicted_deadlocks_release(struct omen_predicted_deadlocks *d) {
  for (size_t i = 0; i < d->n; i++) {
    free(d->list[i].thread);
    free(d->list[i].lock);
    omen_plan_release(&d->list[i].order.past);
  }
  free(d->list);
  *d = (struct omen_predicted_deadlocks){0};
}

static bool waits(const struct omen_predicted_deadlock *d, const struct omen_report_edge *e) {
  for (uint32_t i = 0; i < d->n; i++)
    if ((int)d->thread[i] == e->thread && d->lock[i] == e->wants.addr) return true;
  return false;
}

const struct omen_plan *omen_predicted_deadlock_past(const struct omen_predicted_deadlocks *d,
                                                     const struct omen_inversion *v) {
  for (size_t i = 0; i < d->n; i++) {
    size_t same = 0;
    for (size_t k = 0; k < v->n; k++) same += waits(&d->list[i], &v->edges[k]);
    if (same == v->n && d->list[i].n == v->n && d->list[i].order.past.leave.at) return &d->list[i].order.past;
  }
  return NULL;
}

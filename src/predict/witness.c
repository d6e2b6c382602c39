/* Witnesses, and telling them: see predict.h. */
#include "predict/predict_run.h"
#include <stdlib.h>

enum { AT_MOST = 64 };
struct inside {
  const struct omen_window *w;
  const uint32_t *ideal;
  const uint32_t *order; /* NULL: the ideal's events in the trace's order */
  uint32_t norder;
};

static struct omen_witness_event event_of(const struct omen_window *w, uint32_t i) {
  const struct omen_event *e = &w->ev[i];
  const struct omen_window_thread *t = &w->thread[e->thread];
  uint32_t obj = e->obj;
  if (omen_kind_space(e->kind) == OMEN_SPACE_VAR) obj = w->var[obj].number;
  if (omen_kind_space(e->kind) == OMEN_SPACE_THREAD) obj = w->thread[obj].number;
  return (struct omen_witness_event){.event = w->base + i,
                                     .thread = t->number,
                                     .nth = (uint32_t)(t->before + w->step[i] - 1),
                                     .obj = obj,
                                     .loc = e->loc,
                                     .aux = e->aux,
                                     .kind = e->kind};
}

struct omen_witness_event *omen_witness_order(const struct omen_witness *w, size_t *n) {
  const struct inside *in = w->inside;
  struct omen_witness_event *v = NULL;
  size_t cap = 0;
  *n = 0;
  for (uint32_t i = 0; in->order && i < in->norder; i++) {
    OMEN_GROW(v, *n, cap);
    v[(*n)++] = event_of(in->w, in->order[i]);
  }
  for (uint32_t i = 0; !in->order && i < in->w->n; i++) {
    if (in->w->step[i] > in->ideal[in->w->ev[i].thread]) continue;
    OMEN_GROW(v, *n, cap);
    v[(*n)++] = event_of(in->w, i);
  }
  return v;
}

void omen_predict_tell(struct omen_predict_run *r, const uint32_t *event, uint32_t n, const uint32_t *ideal,
                       const uint32_t *order, uint32_t norder) {
  struct omen_witness_event at[AT_MOST];
  struct inside in = {r->w, ideal, order, norder};
  if (!r->p->found || n > AT_MOST) return;
  for (uint32_t i = 0; i < n; i++) at[i] = event_of(r->w, event[i]);
  struct omen_witness w = {r->p->predictor, n, at, r->w->base, &in};
  r->p->found(r->p->arg, &w);
}

void omen_predict_race(struct omen_predict_run *r, uint32_t e1, uint32_t e2, const uint32_t *ideal) {
  uint32_t both[2] = {e1, e2};
  if (omen_pairset_add(&r->p->pairs, r->w->ev[e1].loc, r->w->ev[e2].loc))
    omen_predict_tell(r, both, 2, ideal, NULL, 0);
}

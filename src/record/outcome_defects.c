/* Keeps what the outcome file says about defects and about locks taken in different orders: see outcome.c. */
#include "record/defect_words.h"
#include "record/outcome_parts.h"

bool omen_take_defect(struct omen_outcome *o, struct omen_line_defect *l) {
  enum omen_defect_kind kind = omen_defect_find(l->kind);
  if (kind == OMEN_DEFECT_KINDS || l->number != o->ndefects || l->site > UINT32_MAX) return false;
  OMEN_GROW(o->defects, o->ndefects, o->cdefects);
  struct omen_out_defect *d = &o->defects[o->ndefects++];
  *d = (struct omen_out_defect){.kind = kind,
                                .thread = l->thread,
                                .site = (uint32_t)l->site,
                                .addr = l->addr,
                                .len = l->len,
                                .base = l->base,
                                .size = l->size,
                                .op = l->op,
                                .pcs = omen_pcs_take(&l->pcs),
                                .made.thread = -1,
                                .gone.thread = -1};
  snprintf(d->place, sizeof d->place, "%s", l->place);
  return true;
}

/* The defect that a line is about; NULL: none. */
static struct omen_out_defect *about(struct omen_outcome *o, uint64_t number) {
  return number < o->ndefects ? &o->defects[number] : NULL;
}

/* The first counts. */
static void by(struct omen_out_by *out, int thread, struct omen_pcs *pcs) {
  if (!out->pcs.n) *out = (struct omen_out_by){thread, omen_pcs_take(pcs)};
}

bool omen_take_made(struct omen_outcome *o, struct omen_line_made *l) {
  struct omen_out_defect *d = about(o, l->number);
  if (d) by(&d->made, l->thread, &l->pcs);
  return d;
}

bool omen_take_gone(struct omen_outcome *o, struct omen_line_gone *l) {
  struct omen_out_defect *d = about(o, l->number);
  if (d) by(&d->gone, l->thread, &l->pcs);
  return d;
}

bool omen_take_waits(struct omen_outcome *o, struct omen_line_waits *l) {
  struct omen_out_defect *d = about(o, l->number);
  if (!d) return false;
  OMEN_GROW(d->waits, d->nwaits, d->cwaits);
  d->waits[d->nwaits++] =
      (struct omen_out_wait){l->thread, l->holder, omen_xstrdup(l->what), l->addr, omen_pcs_take(&l->pcs)};
  return true;
}

bool omen_take_holds(struct omen_outcome *o, struct omen_line_holds *l) {
  struct omen_out_defect *d = about(o, l->number);
  if (!d) return false;
  OMEN_GROW(d->holds, d->nholds, d->cholds);
  d->holds[d->nholds++] =
      (struct omen_out_wait){l->thread, -1, omen_xstrdup(l->what), l->addr, omen_pcs_take(&l->pcs)};
  return true;
}

bool omen_take_says(struct omen_outcome *o, struct omen_line_says *l) {
  struct omen_out_defect *d = about(o, l->number);
  if (!d || d->says) return false;
  d->says = omen_xstrdup(l->text);
  return true;
}

bool omen_take_inversion(struct omen_outcome *o, struct omen_line_inversion *l) {
  if (l->number != o->ninversions) return false;
  OMEN_GROW(o->inversions, o->ninversions, o->cinversions);
  o->inversions[o->ninversions++] = (struct omen_out_inversion){0};
  return true;
}

bool omen_take_took(struct omen_outcome *o, struct omen_line_took *l) {
  if (l->number >= o->ninversions) return false;
  struct omen_out_inversion *v = &o->inversions[l->number];
  OMEN_GROW(v->edges, v->nedges, v->cedges);
  v->edges[v->nedges++] = (struct omen_out_edge){
      .thread = l->thread,
      .event = l->event,
      .took = {omen_xstrdup(l->what), l->addr, l->point, l->mode == 'r', omen_pcs_take(&l->pcs)}};
  return true;
}

/* It belongs to the `took` before it. */
bool omen_take_wants(struct omen_outcome *o, struct omen_line_wants *l) {
  if (l->number >= o->ninversions) return false;
  struct omen_out_inversion *v = &o->inversions[l->number];
  struct omen_out_edge *e = v->nedges ? &v->edges[v->nedges - 1] : NULL;
  if (!e || e->wants.what || e->thread != l->thread) return false;
  e->wants = (struct omen_out_lock){omen_xstrdup(l->what), l->addr, l->point, l->mode == 'r',
                                    omen_pcs_take(&l->pcs)};
  return true;
}

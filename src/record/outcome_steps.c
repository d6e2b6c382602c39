/* Keeps what the outcome file of an exploration that tells says: who ran after whom, the accesses to the
 * racing memory, and who wrote what: see outcome.c. */
#include "record/outcome_parts.h"

bool omen_take_step(struct omen_outcome *o, struct omen_line_step *l) {
  if (l->to < 0 || l->turn > UINT32_MAX || l->chosen > 1) return false;
  OMEN_GROW(o->steps, o->nsteps, o->csteps);
  struct omen_out_step *s = &o->steps[o->nsteps++];
  *s = (struct omen_out_step){.thread = l->thread,
                              .to = l->to,
                              .point = l->point,
                              .turn = (uint32_t)l->turn,
                              .object = l->object,
                              .chosen = l->chosen,
                              .pcs = omen_pcs_take(&l->pcs)};
  snprintf(s->why, sizeof s->why, "%s", l->why);
  return true;
}

bool omen_take_choice(struct omen_outcome *o, struct omen_line_choice *l) {
  if (l->n > UINT32_MAX || l->taken >= l->n || l->kind < 0) return false;
  OMEN_GROW(o->choices, o->nchoices, o->cchoices);
  o->choices[o->nchoices++] = (struct omen_out_choice){.thread = l->thread,
                                                       .kind = l->kind,
                                                       .point = l->point,
                                                       .object = l->object,
                                                       .n = (uint32_t)l->n,
                                                       .taken = (uint32_t)l->taken};
  return true;
}

bool omen_take_access(struct omen_outcome *o, struct omen_line_access *l) {
  if (l->site > UINT32_MAX) return false;
  OMEN_GROW(o->steps, o->nsteps, o->csteps);
  o->steps[o->nsteps++] = (struct omen_out_step){.thread = l->thread,
                                                 .to = -1,
                                                 .point = l->point,
                                                 .why = {l->op},
                                                 .site = (uint32_t)l->site,
                                                 .pcs = omen_pcs_take(&l->pcs)};
  return true;
}

bool omen_take_value(struct omen_outcome *o, struct omen_line_value *l) {
  struct omen_out_step *s = o->nsteps ? &o->steps[o->nsteps - 1] : NULL;
  if (!s || s->to >= 0 || l->size > 8) return false;
  s->size = (uint32_t)l->size;
  s->value = l->value;
  return true;
}

/* Told of the access before, or by itself. The choice between the two is an event. */
bool omen_take_stale(struct omen_outcome *o, struct omen_line_stale *l) {
  struct omen_out_step *s = o->nsteps ? &o->steps[o->nsteps - 1] : NULL;
  if (l->size > 8 || l->behind > UINT32_MAX) return false;
  if (!s || s->to >= 0 || s->thread != l->thread || s->why[0] != l->op || s->point >= l->point ||
      s->point + 8 < l->point) {
    OMEN_GROW(o->steps, o->nsteps, o->csteps);
    s = &o->steps[o->nsteps++];
    *s = (struct omen_out_step){.thread = l->thread,
                                .to = -1,
                                .point = l->point,
                                .why = {l->op},
                                .site = OMEN_NO_SITE,
                                .pcs = omen_pcs_take(&l->pcs)};
  }
  if (l->op == 'r') s->size = (uint32_t)l->size, s->value = l->value;
  s->stale = (uint32_t)l->behind;
  s->stale_by = l->by;
  const struct omen_out_choice *c = o->nchoices ? &o->choices[o->nchoices - 1] : NULL;
  if (c && c->thread == l->thread && c->point < l->point && c->point + 2 >= l->point) s->object = c->object;
  return true;
}

bool omen_take_from(struct omen_outcome *o, struct omen_line_from *l) {
  if (l->fd > UINT32_MAX) return false;
  OMEN_GROW(o->from, o->nfrom, o->cfrom);
  o->from[o->nfrom++] =
      (struct omen_out_from){(uint32_t)l->fd, l->at, l->len, l->thread, omen_pcs_take(&l->pcs)};
  return true;
}

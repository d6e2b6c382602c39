/* Making plans, and putting them into bytes: see plan.h, plan_bytes.h. */
#include "record/plan.h"
#include "base/base.h"
#include "record/plan_bytes.h"
#include <stdlib.h>
#include <string.h>

void omen_plan_release(struct omen_plan *p) {
  free(p->constraints);
  free(p->decisions);
  free(p->input);
  *p = (struct omen_plan){0};
}

/* NULL for an empty list, as OMEN_GROW begins. */
static void *copy_of(const void *list, uint64_t n, size_t size) {
  if (!n) return NULL;
  return memcpy(omen_xcalloc(n, size), list, n * size);
}

struct omen_plan omen_plan_copy(const struct omen_plan *p) {
  struct omen_plan out = *p;
  out.constraints = copy_of(p->constraints, p->nconstraints, sizeof *p->constraints);
  out.decisions = copy_of(p->decisions, p->ndecisions, sizeof *p->decisions);
  out.input = copy_of(p->input, p->ninput, 1);
  out.cconstraints = p->nconstraints;
  out.cdecisions = p->ndecisions;
  out.cinput = p->ninput;
  return out;
}

bool omen_plan_same(const struct omen_plan *a, const struct omen_plan *b) {
  uint64_t size = omen_plan_size(a);
  if (size != omen_plan_size(b)) return false;
  char *x = omen_xcalloc(1, size), *y = omen_xcalloc(1, size);
  omen_plan_pack(a, x);
  omen_plan_pack(b, y);
  bool same = !memcmp(x, y, size);
  free(x);
  free(y);
  return same;
}

void omen_plan_add_constraint(struct omen_plan *p, const struct omen_plan_constraint *c) {
  OMEN_GROW(p->constraints, p->nconstraints, p->cconstraints);
  p->constraints[p->nconstraints++] = *c;
}

void omen_plan_add_decision(struct omen_plan *p, const struct omen_plan_decision *d) {
  OMEN_GROW(p->decisions, p->ndecisions, p->cdecisions);
  p->decisions[p->ndecisions++] = *d;
}

void omen_plan_add_input(struct omen_plan *p, struct omen_plan_decision d, const void *bytes, uint32_t n) {
  d.kind = OMEN_DECISION_INPUT;
  d.offset = p->ninput;
  d.len = n;
  omen_plan_add_decision(p, &d);
  if (!n) return;
  p->cinput = p->ninput + n;
  p->input = omen_xrealloc(p->input, p->cinput);
  memcpy(p->input + p->ninput, bytes, n);
  p->ninput += n;
}

void omen_plan_add_race(struct omen_plan *p, const struct omen_plan_event *first,
                        const struct omen_plan_event *second, struct omen_watch where, bool flipped,
                        bool brink) {
  struct omen_plan_constraint c = {.how = flipped ? OMEN_HOW_HOLD_BEFORE : OMEN_HOW_HOLD_BEHIND,
                                   .brink = brink,
                                   .earlier = flipped ? *second : *first,
                                   .later = flipped ? *first : *second,
                                   .where = where};
  omen_plan_add_constraint(p, &c);
  if (p->leave.at == OMEN_LEAVE_NEVER) p->leave.at = OMEN_LEAVE_RACE;
}

void omen_plan_flip(struct omen_plan *p, bool flipped) {
  for (uint64_t i = 0; i < p->nconstraints; i++) {
    struct omen_plan_constraint *c = &p->constraints[i];
    if (!omen_constraint_holds(c) || (c->how == OMEN_HOW_HOLD_BEFORE) == flipped) continue;
    struct omen_plan_event was = c->earlier;
    c->earlier = c->later;
    c->later = was;
    c->how = flipped ? OMEN_HOW_HOLD_BEFORE : OMEN_HOW_HOLD_BEHIND;
  }
}

void omen_plan_pack(const struct omen_plan *p, void *bytes) {
  struct omen_plan_bytes *b = bytes;
  char *at = (char *)(b + 1);
  *b = (struct omen_plan_bytes){OMEN_PLAN_MAGIC, OMEN_PLAN_VERSION, omen_plan_size(p), *p};
  b->plan.constraints = NULL;
  b->plan.decisions = NULL;
  b->plan.input = NULL;
  b->plan.cconstraints = b->plan.cdecisions = b->plan.cinput = 0;
  if (p->nconstraints) memcpy(at, p->constraints, p->nconstraints * sizeof *p->constraints);
  at += p->nconstraints * sizeof *p->constraints;
  if (p->ndecisions) memcpy(at, p->decisions, p->ndecisions * sizeof *p->decisions);
  at += p->ndecisions * sizeof *p->decisions;
  if (p->ninput) memcpy(at, p->input, p->ninput);
}

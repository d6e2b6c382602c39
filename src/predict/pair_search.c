/* See pair_search.h. */
#include "predict/pair_search.h"
#include "detect/engine.h"
#include "detect/history.h"
#include "predict/candidates.h"
#include "predict/reverse.h"
#include <stdlib.h>
#include <string.h>

struct pair_search {
  struct omen_predict_run *r;
  const struct omen_window *w;
  const struct omen_pair_means *m;
  uint64_t pairs, work;
  uint32_t *must, *ideal, *scratch; /* rows */
  uint32_t *order, norder;          /* of the last race; NULL: the ideal's */
};

static bool conflict(const struct omen_race_access *x, const struct omen_race_access *y) {
  return x->thread != y->thread && (omen_conflicts[omen_class_of(x->kind)] >> omen_class_of(y->kind) & 1);
}

/* Is there anything to learn from the pair? */
static bool wanted(const struct pair_search *s, const struct omen_race_access *x,
                   const struct omen_race_access *y) {
  if (!s->r->warned[y->event]) return true;
  return !s->r->p->no_pairs && !omen_pairset_has(&s->r->p->pairs, x->loc, y->loc);
}

/* What every reordering must have, in `must`. */
static bool possible(struct pair_search *s, const struct omen_race_access *x,
                     const struct omen_race_access *y, const struct omen_ideal_goal *g) {
  struct omen_moment fresh = s->w->var[s->w->ev[x->event].obj].fresh;
  memset(s->must, 0, s->w->must.stride * sizeof *s->must);
  omen_ideal_join(s->w, s->must, x->thread, x->step - 1, x->row);
  omen_ideal_join(s->w, s->must, y->thread, y->step - 1, y->row);
  if (fresh.step) omen_ideal_join(s->w, s->must, fresh.thread, fresh.step, fresh.row);
  return omen_ideal_close_forced(s->w, s->must, g, s->scratch);
}

static bool preserving(struct pair_search *s, const struct omen_ideal_goal *g) {
  memcpy(s->ideal, s->must, s->w->must.stride * sizeof *s->ideal);
  return omen_ideal_close(s->w, s->ideal) && !omen_ideal_reached(g, s->ideal);
}

static bool reversed(struct pair_search *s, const struct omen_ideal_goal *g) {
  memcpy(s->ideal, s->must, s->w->must.stride * sizeof *s->ideal);
  if (!omen_ideal_close_optimistic(s->w, s->ideal) || omen_ideal_reached(g, s->ideal)) return false;
  s->work += s->w->n;
  s->order = omen_reverse_order(s->w, s->ideal, s->w->loose, &s->norder);
  return s->order != NULL;
}

/* Where only some reads matter (branches), an order that keeps all of them or none proves nothing. */
static bool by_some_reads(const struct pair_search *s) { return s->w->loose && !s->r->p->loose; }

static enum omen_pair_answer decide(struct pair_search *s, const struct omen_race_access *x,
                                    const struct omen_race_access *y) {
  struct omen_ideal_goal g = {{x->thread, y->thread}, {x->step, y->step}};
  s->order = NULL;
  if (!possible(s, x, y, &g)) return OMEN_PAIR_NO;
  if (!by_some_reads(s) && preserving(s, &g)) return OMEN_PAIR_RACE;
  if (s->work > s->m->work) return OMEN_PAIR_OPEN;
  if (!by_some_reads(s) && reversed(s, &g)) return OMEN_PAIR_RACE;
  if (!s->m->ask) return OMEN_PAIR_NO;
  uint32_t pair[2] = {x->event, y->event};
  return s->m->ask(s->m->arg, pair, s->must, &s->order, &s->norder);
}

static void tell(struct pair_search *s, const struct omen_race_access *x, const struct omen_race_access *y) {
  uint32_t both[2] = {x->event, y->event};
  omen_predict_warn(s->r, y->event);
  if (!s->r->p->no_pairs && omen_pairset_add(&s->r->p->pairs, x->loc, y->loc))
    omen_predict_tell(s->r, both, 2, s->ideal, s->order, s->norder);
}

static void look(struct pair_search *s, const struct omen_race_access *x, const struct omen_race_access *y) {
  if (!conflict(x, y) || omen_must_row(&s->w->must, y->row)[x->thread] >= x->step || !wanted(s, x, y)) return;
  enum omen_pair_answer a = OMEN_PAIR_OPEN;
  if (s->pairs++ < s->m->pairs && !omen_predict_over(s->r)) a = decide(s, x, y);
  if (a == OMEN_PAIR_RACE) tell(s, x, y);
  s->r->p->undecided += a == OMEN_PAIR_OPEN;
  free(s->order);
  s->order = NULL;
}

void omen_pair_search(struct omen_predict_run *r, const struct omen_pair_means *m) {
  struct omen_candidates c;
  size_t row = r->w->must.stride;
  uint32_t *rows = omen_xcalloc(row * 3, sizeof *rows);
  struct pair_search s = {
      .r = r, .w = r->w, .m = m, .must = rows, .ideal = rows + row, .scratch = rows + 2 * row};
  omen_candidates_find(r->w, &c);
  for (uint32_t k = 0; k < c.vars; k++)
    for (uint32_t j = c.first[k]; j < c.first[k + 1]; j++)
      for (uint32_t i = c.first[k]; i < j; i++) look(&s, &c.access[i], &c.access[j]);
  omen_candidates_release(&c);
  free(rows);
}

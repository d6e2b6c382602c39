/* See candidates.h. */
#include "predict/candidates.h"
#include <stdlib.h>

static bool may_race(const struct omen_window_var *v) {
  return v->shared && v->written && v->plain && !v->locks;
}

/* Which variables; `*at` gets for each variable of the window where its accesses begin, UINT32_MAX: nowhere.
 */
static void find_vars(const struct omen_window *w, struct omen_candidates *c, uint32_t *at) {
  uint32_t n = 0;
  c->var = omen_xmalloc(w->vars * sizeof *c->var);
  c->first = omen_xmalloc((w->vars + (size_t)1) * sizeof *c->first);
  for (uint32_t x = 0; x < w->vars; x++) {
    at[x] = UINT32_MAX;
    if (!may_race(&w->var[x])) continue;
    c->var[c->vars] = x;
    c->first[c->vars++] = at[x] = n;
    n += w->var[x].accesses;
  }
  c->first[c->vars] = n;
  c->access = omen_xmalloc(n * sizeof *c->access);
}

void omen_candidates_find(const struct omen_window *w, struct omen_candidates *c) {
  *c = (struct omen_candidates){0};
  uint32_t *at = omen_xmalloc(w->vars * sizeof *at);
  uint32_t *next = omen_xcalloc(w->threads, sizeof *next); /* by thread: changes up to the step before */
  find_vars(w, c, at);
  for (uint32_t i = 0; c->vars && i < w->n; i++) {
    const struct omen_event *e = &w->ev[i];
    if (!omen_kind_is_access(e->kind) || at[e->obj] == UINT32_MAX) continue;
    const struct omen_must_thread *m = &w->must.thread[e->thread];
    uint32_t *k = &next[e->thread];
    while (*k < m->n && m->change[*k].step < w->step[i]) ++*k;
    c->access[at[e->obj]++] = (struct omen_race_access){.event = i,
                                                        .step = w->step[i],
                                                        .loc = e->loc,
                                                        .thread = e->thread,
                                                        .kind = e->kind,
                                                        .row = *k ? m->change[*k - 1].row : 0};
  }
  free(next);
  free(at);
}

void omen_candidates_release(struct omen_candidates *c) {
  free(c->var);
  free(c->first);
  free(c->access);
  *c = (struct omen_candidates){0};
}

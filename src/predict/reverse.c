/* See reverse.h. All rules say what must come before what, so any event that may come next can be taken: the
 * order is found without going back, or there is none. */
#include "predict/reverse.h"
#include <stdlib.h>
#include <string.h>

struct counts { /* of a variable or lock: accesses so far, or sections ended */
  uint32_t reads, writes;
};
struct reversal {
  const struct omen_window *w;
  const uint32_t *ideal;
  bool loose;
  struct counts
      *need; /* by event: what must be done on its variable; by acquire: sections that must have ended */
  struct counts *of_var; /* first for counting, then as they are done */
  uint32_t *of_lock;
  uint32_t **list, *at, *len; /* by thread: its events in the ideal */
  uint32_t *done;             /* by thread: steps */
  uint32_t *order, n;
};

static bool inside(const struct reversal *r, uint32_t i) {
  return r->w->step[i] <= r->ideal[r->w->ev[i].thread];
}

static void count_accesses(struct reversal *r) {
  const struct omen_window *w = r->w;
  for (uint32_t i = 0; i < w->n; i++) {
    const struct omen_event *e = &w->ev[i];
    if (!inside(r, i)) continue;
    r->list[e->thread][r->len[e->thread]++] = i;
    if (!omen_kind_is_access(e->kind)) continue;
    struct counts *c = &r->of_var[e->obj];
    r->need[i] = *c;
    if (omen_kind_writes(e->kind))
      c->writes++;
    else
      c->reads++;
  }
  memset(r->of_var, 0, w->vars * sizeof *r->of_var);
}

/* Sections that end are counted in the trace's order; those that stay open need all of these. */
static void count_sections(struct reversal *r) {
  const struct omen_window *w = r->w;
  for (int open = 0; open < 2; open++)
    for (uint32_t i = 0; i < w->sections; i++) {
      const struct omen_section *s = &w->section[i];
      uint32_t upto = r->ideal[s->thread];
      if (s->acq > upto || (s->rel > upto) != open) continue;
      if (s->pos) r->need[s->pos - 1].writes = r->of_lock[s->lock];
      r->of_lock[s->lock] += !open;
    }
  memset(r->of_lock, 0, w->locks * sizeof *r->of_lock);
}

static bool may_come(const struct reversal *r, uint32_t i) {
  const struct omen_window *w = r->w;
  const struct omen_event *e = &w->ev[i];
  const uint32_t *row = omen_must_row(&w->must, omen_must_at(&w->must, e->thread, w->step[i]));
  for (uint32_t u = 0; u < w->threads; u++)
    if (u != e->thread && row[u] > r->done[u]) return false;
  if (e->kind == OMEN_KIND_ACQ) return r->of_lock[e->obj] == r->need[i].writes;
  if (!omen_kind_is_access(e->kind) || r->loose) return true;
  const struct counts *c = &r->of_var[e->obj];
  return c->writes == r->need[i].writes && (!omen_kind_writes(e->kind) || c->reads == r->need[i].reads);
}

static void take(struct reversal *r, uint32_t i) {
  const struct omen_event *e = &r->w->ev[i];
  uint32_t t = e->thread;
  r->order[r->n++] = i;
  if (++r->at[t] == r->len[t] || r->w->step[r->list[t][r->at[t]]] > r->w->step[i]) r->done[t] = r->w->step[i];
  if (e->kind == OMEN_KIND_REL) r->of_lock[e->obj]++;
  if (!omen_kind_is_access(e->kind)) return;
  if (omen_kind_writes(e->kind))
    r->of_var[e->obj].writes++;
  else
    r->of_var[e->obj].reads++;
}

static bool take_all(struct reversal *r) {
  uint32_t total = 0;
  for (uint32_t t = 0; t < r->w->threads; t++) total += r->len[t];
  for (bool more = true; more && r->n < total;) {
    more = false;
    for (uint32_t t = 0; t < r->w->threads; t++)
      for (; r->at[t] < r->len[t] && may_come(r, r->list[t][r->at[t]]); more = true)
        take(r, r->list[t][r->at[t]]);
  }
  return r->n == total;
}

static void start(struct reversal *r) {
  const struct omen_window *w = r->w;
  r->need = omen_xcalloc(w->n, sizeof *r->need);
  r->of_var = omen_xcalloc(w->vars, sizeof *r->of_var);
  r->of_lock = omen_xcalloc(w->locks, sizeof *r->of_lock);
  r->list = omen_xcalloc(w->threads, sizeof *r->list);
  r->at = omen_xcalloc(w->threads, sizeof *r->at);
  r->len = omen_xcalloc(w->threads, sizeof *r->len);
  r->done = omen_xcalloc(w->threads, sizeof *r->done);
  r->order = omen_xmalloc(w->n * sizeof *r->order);
  uint32_t *all = omen_xmalloc(w->n * sizeof *all), *count = omen_xcalloc(w->threads, sizeof *count);
  for (uint32_t i = 0; i < w->n; i++) count[w->ev[i].thread]++;
  for (uint32_t t = 0; t < w->threads; all += count[t++]) r->list[t] = all;
  free(count);
}

static void end(struct reversal *r) {
  free(r->list[0]);
  void *all[] = {r->need, r->of_var, r->of_lock, r->list, r->at, r->len, r->done};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

uint32_t *omen_reverse_order(const struct omen_window *w, const uint32_t *ideal, bool loose, uint32_t *n) {
  struct reversal r = {.w = w, .ideal = ideal, .loose = loose};
  start(&r);
  count_accesses(&r);
  count_sections(&r);
  bool good = take_all(&r);
  end(&r);
  *n = r.n;
  if (good) return r.order;
  free(r.order);
  return NULL;
}

/* Tables of the wcp engine: see wcp_parts.h. */
#include "detect/wcp_parts.h"
#include "detect/big_memory.h"
#include <stdlib.h>

static uint32_t *restride(uint32_t *old, size_t n, size_t cap, uint32_t from, uint32_t to) {
  uint32_t *now = omen_xcalloc(cap * to, sizeof *now);
  for (size_t i = 0; i < n; i++) memcpy(now + i * to, old + i * from, from * sizeof *now);
  free(old);
  return now;
}

static void more_threads(struct omen_wcp *g, uint32_t threads) {
  if (threads > g->stride) {
    uint32_t from = g->stride, to = from ? from : 8;
    while (to < threads) to *= 2;
    g->h = restride(g->h, g->threads, to, from, to);
    g->p = restride(g->p, g->threads, to, from, to);
    g->k = restride(g->k, g->threads, to, from, to);
    g->thread = omen_xrealloc(g->thread, to * sizeof *g->thread);
    memset(g->thread + from, 0, (to - from) * sizeof *g->thread);
    for (uint32_t i = 0; i < g->objs; i++) {
      struct omen_wcp_lock *l = &g->lock[i];
      if (l->p) {
        l->p = restride(l->p, 1, 1, from, to);
        l->next = restride(l->next, 1, 1, from, to);
      }
      if (l->rows) l->rows = restride(l->rows, l->sections, l->cap, from, to);
      if (g->clock[i].rows) g->clock[i].rows = restride(g->clock[i].rows, 3, 3, from, to);
    }
    g->stride = to;
  }
  for (; g->threads < threads; g->threads++) {
    size_t own = (size_t)g->threads * g->stride + g->threads;
    g->h[own] = g->k[own] = 1;
  }
}

void omen_wcp_room(struct omen_wcp *g, const struct omen_batch *b) {
  more_threads(g, b->threads);
  omen_live_stride(&g->base.live, g->stride);
  if (omen_pasts_stride(&g->pasts, g->stride)) {
    for (uint32_t i = 0; i < g->vars; i++) omen_past_to_lists(&g->pasts, &g->var[i].past);
    omen_pasts_no_rows(&g->pasts);
  }
  if (b->syncs > g->objs) {
    uint32_t n = b->syncs * 2;
    g->lock = omen_xrealloc(g->lock, n * sizeof *g->lock);
    memset(g->lock + g->objs, 0, (n - g->objs) * sizeof *g->lock);
    g->clock = omen_xrealloc(g->clock, n * sizeof *g->clock);
    memset(g->clock + g->objs, 0, (n - g->objs) * sizeof *g->clock);
    g->objs = n;
  }
  if (b->vars > g->vars) {
    uint32_t n = b->vars + b->vars / 2 + 64;
    g->var = omen_big_grow(g->var, g->vars * sizeof *g->var, n * sizeof *g->var);
    g->generation = omen_xrealloc(g->generation, n * sizeof *g->generation);
    memset(g->generation + g->vars, 0, (n - g->vars) * sizeof *g->generation);
    g->vars = n;
  }
}

void omen_wcp_clear(struct omen_wcp *g) {
  for (uint32_t i = 0; i < g->objs; i++) {
    free(g->lock[i].section);
    free(g->lock[i].rows);
    free(g->lock[i].next);
    free(g->lock[i].p);
    free(g->clock[i].rows);
  }
  for (uint32_t t = 0; t < g->stride; t++) {
    for (uint32_t i = 0; i < g->thread[t].cap; i++) free(g->thread[t].hold[i].var);
    free(g->thread[t].hold);
  }
  free(g->h);
  free(g->p);
  free(g->k);
  free(g->thread);
  free(g->lock);
  free(g->clock);
  omen_big_free(g->var, g->vars * sizeof *g->var);
  free(g->generation);
  omen_big_free(g->touch, ((size_t)g->mask + 1) * sizeof *g->touch);
  free(g->atomic);
  omen_pasts_release(&g->pasts);
  struct omen_engine base = g->base;
  *g = (struct omen_wcp){.base = base};
}

struct omen_wcp_lock *omen_wcp_lock_of(struct omen_wcp *g, uint32_t obj) {
  struct omen_wcp_lock *l = &g->lock[obj];
  if (!l->p) {
    l->p = omen_xcalloc(g->stride, sizeof *l->p);
    l->next = omen_xcalloc(g->stride, sizeof *l->next);
  }
  return l;
}

void omen_wcp_add_section(struct omen_wcp *g, struct omen_wcp_lock *l, uint32_t t, uint32_t since) {
  if (l->sections >= l->cap) {
    l->cap = l->cap ? l->cap * 2 : 4;
    l->section = omen_xrealloc(l->section, l->cap * sizeof *l->section);
    l->rows = omen_xrealloc(l->rows, (size_t)l->cap * g->stride * sizeof *l->rows);
  }
  const uint32_t *h = omen_wcp_h(g, t);
  memcpy(l->rows + (size_t)l->sections * g->stride, h, g->stride * sizeof *h);
  l->section[l->sections++] = (struct omen_wcp_section){t, since, h[t]};
}

void omen_wcp_hold(struct omen_wcp *g, uint32_t t, uint32_t lock, uint32_t since) {
  struct omen_wcp_thread *own = &g->thread[t];
  if (own->holds >= own->cap) {
    uint32_t n = own->cap ? own->cap * 2 : 4;
    own->hold = omen_xrealloc(own->hold, n * sizeof *own->hold);
    memset(own->hold + own->cap, 0, (n - own->cap) * sizeof *own->hold);
    own->cap = n;
  }
  struct omen_wcp_hold *h = &own->hold[own->holds++];
  h->lock = lock;
  h->since = since;
  h->n = 0;
}

struct omen_wcp_hold *omen_wcp_holds(struct omen_wcp *g, uint32_t t, uint32_t lock) {
  struct omen_wcp_thread *own = &g->thread[t];
  for (uint32_t i = own->holds; i-- > 0;)
    if (own->hold[i].lock == lock) return &own->hold[i];
  return NULL;
}

void omen_wcp_unhold(struct omen_wcp *g, uint32_t t, struct omen_wcp_hold *h) {
  struct omen_wcp_thread *own = &g->thread[t];
  struct omen_wcp_hold gone = *h, *last = &own->hold[--own->holds];
  for (; h < last; h++) *h = h[1]; /* the memory of its list goes to the free end */
  *last = gone;
}

static struct omen_wcp_touch *cell(const struct omen_wcp *g, uint32_t lock, uint32_t var) {
  uint32_t i = omen_wcp_place(g, lock, var);
  while (g->touch[i].lock && (g->touch[i].lock != lock + 1 || g->touch[i].var != var)) i = (i + 1) & g->mask;
  return &g->touch[i];
}

static void rehash(struct omen_wcp *g) {
  struct omen_wcp_touch *old = g->touch;
  size_t n = g->mask ? (size_t)g->mask + 1 : 0, size = n ? n * 2 : 1024;
  g->touch = omen_big_alloc(size * sizeof *g->touch);
  g->mask = (uint32_t)(size - 1);
  for (size_t i = 0; i < n; i++)
    if (old[i].lock) *cell(g, old[i].lock - 1, old[i].var) = old[i];
  omen_big_free(old, n * sizeof *old);
}

struct omen_wcp_touch *omen_wcp_touch_of(struct omen_wcp *g, uint32_t lock, uint32_t var) {
  if ((uint64_t)g->touches * 4 >= (uint64_t)g->mask * 3) rehash(g);
  struct omen_wcp_touch *y = cell(g, lock, var);
  uint32_t generation = g->generation[var] & 0xfffffff;
  if (!y->lock) {
    *y = (struct omen_wcp_touch){.lock = lock + 1, .var = var, .generation = generation};
    g->touches++;
  } else if (y->generation != generation) { /* the past does not matter any more */
    *y = (struct omen_wcp_touch){.lock = lock + 1, .var = var, .generation = generation};
  }
  return y;
}

struct omen_wcp_turns *omen_wcp_turns_of(struct omen_wcp *g, struct omen_wcp_touch *y,
                                         enum omen_access_class cls) {
  if (cls < OMEN_ACCESS_AR) return &y->plain[cls];
  if (!y->atomics) {
    if (!g->atomics) g->atomics = 1;
    if (g->atomics >= g->atomics_cap) {
      g->atomics_cap = g->atomics_cap ? g->atomics_cap * 2 : 16;
      g->atomic = omen_xrealloc(g->atomic, g->atomics_cap * sizeof *g->atomic);
    }
    memset(&g->atomic[g->atomics], 0, sizeof *g->atomic);
    y->atomics = g->atomics++;
  }
  return &g->atomic[y->atomics][cls - OMEN_ACCESS_AR];
}

void omen_wcp_note(struct omen_wcp_hold *h, uint32_t var) {
  OMEN_GROW(h->var, h->n, h->cap);
  h->var[h->n++] = var;
}

void omen_wcp_fresh(struct omen_wcp *g, uint32_t var) {
  omen_past_forget(&g->pasts, &g->var[var].past);
  omen_live_forget(&g->base.live, &g->var[var].sites);
  g->generation[var]++;
  if (g->base.pairs) omen_pairtab_forget(g->base.pairs, var);
}

/* h, p, k of thread t and of another set of rows, joined: into the thread or out of it. */
static void join3(struct omen_wcp *g, uint32_t t, uint32_t *h, uint32_t *p, uint32_t *k, bool into_thread) {
  size_t at = (size_t)t * g->stride;
  uint32_t *own[3] = {g->h + at, g->p + at, g->k + at}, *other[3] = {h, p, k};
  for (int i = 0; i < 3; i++)
    omen_clock_join(into_thread ? own[i] : other[i], into_thread ? other[i] : own[i], g->stride);
}

static uint32_t *clock_rows(struct omen_wcp *g, uint32_t obj) {
  if (!g->clock[obj].rows) g->clock[obj].rows = omen_xcalloc(3 * (size_t)g->stride, sizeof(uint32_t));
  return g->clock[obj].rows;
}

void omen_wcp_hard(struct omen_wcp *g, const struct omen_event *e) {
  uint32_t t = e->thread, s = g->stride;
  size_t u = (size_t)e->obj * s;
  uint32_t *c;
  switch (e->kind) {
  case OMEN_KIND_FORK:
    join3(g, t, g->h + u, g->p + u, g->k + u, false);
    omen_wcp_tick(g, t, omen_wcp_h(g, t));
    break;
  case OMEN_KIND_JOIN:
    join3(g, t, g->h + u, g->p + u, g->k + u, true);
    omen_wcp_tick(g, e->obj, g->h + u);
    break;
  case OMEN_KIND_SIGNAL:
  case OMEN_KIND_PUBLISH:
    c = clock_rows(g, e->obj);
    if (e->kind == OMEN_KIND_SIGNAL) memset(c, 0, 3 * s * sizeof *c);
    join3(g, t, c, c + s, c + 2 * s, false);
    omen_wcp_tick(g, t, omen_wcp_h(g, t));
    break;
  case OMEN_KIND_OBSERVE:
    c = clock_rows(g, e->obj);
    join3(g, t, c, c + s, c + 2 * s, true);
    break;
  case OMEN_KIND_COPY:
    if (e->obj != e->aux) memcpy(clock_rows(g, e->obj), clock_rows(g, e->aux), 3 * s * sizeof *c);
    break;
  case OMEN_KIND_MERGE: {
    c = clock_rows(g, e->obj);
    const uint32_t *from = clock_rows(g, e->aux);
    for (uint32_t i = 0; i < 3 * s; i++) c[i] = c[i] > from[i] ? c[i] : from[i];
    break;
  }
  default: break;
  }
}

/* The events of a window, one after the other: steps, variables, what must stay in order. See window.h. */
#include "predict/window_build.h"
#include <stdlib.h>
#include <string.h>

enum { ROW_BYTES_LOG = 29 }; /* rows take half a gigabyte at most: then the window ends */

uint32_t omen_window_thread_of(struct omen_windows *ws, uint32_t number) {
  if (ws->thread_of[number]) return ws->thread_of[number] - 1;
  struct omen_window *w = &ws->w;
  uint32_t t = w->threads++;
  ws->thread_of[number] = t + 1;
  w->thread[t] = (struct omen_window_thread){.number = number, .before = ws->before[number]};
  ws->start[t] = (struct omen_moment){0};
  ws->holds[t] = 0;
  for (uint32_t i = 0; i < ws->nheld; i++) {
    if (ws->held[i].thread != number) continue;
    struct omen_event e = {.obj = ws->held[i].lock};
    omen_window_take(ws, t, 0, &e, 0);
    w->section[w->sections - 1].depth = ws->held[i].depth;
  }
  return t;
}

static uint32_t new_var(struct omen_windows *ws, uint32_t number) {
  struct omen_window *w = &ws->w;
  OMEN_GROW(w->var, w->vars, ws->cvars);
  w->var[w->vars] = (struct omen_window_var){.number = number};
  ws->var_of[number] = ++w->vars;
  return w->vars - 1;
}

static struct omen_moment now(const struct omen_windows *ws, uint32_t t) {
  return (struct omen_moment){t, ws->w.thread[t].steps, omen_must_now(&ws->w.must, t)};
}

static struct omen_window_atomic *atomic_of(struct omen_windows *ws, struct omen_window_var *v) {
  if (!v->atomic) {
    OMEN_GROW(ws->atomic, ws->natomics, ws->catomics);
    ws->atomic[ws->natomics] = (struct omen_window_atomic){0};
    v->atomic = ++ws->natomics;
  }
  return &ws->atomic[v->atomic - 1];
}

/* Atomic accesses to one location stay as they are: a read-modify-write must not be torn apart. */
static void order_atomic(struct omen_windows *ws, struct omen_window_var *v, uint32_t t, uint32_t step,
                         bool write) {
  struct omen_window_atomic *a = atomic_of(ws, v);
  omen_must_observe(&ws->w.must, t, step, &a->writes);
  if (!write) {
    omen_must_publish(&ws->w.must, &a->reads, now(ws, t));
    return;
  }
  omen_must_observe(&ws->w.must, t, step, &a->reads);
  a->reads = (struct omen_must_clock){0};
  a->writes = (struct omen_must_clock){.one = now(ws, t)};
}

static void note_access(struct omen_windows *ws, struct omen_window_var *v, uint32_t t, unsigned kind) {
  if (!v->accesses++) {
    v->thread = t;
    v->locks = ws->holds[t];
  }
  v->shared |= v->thread != t;
  v->written |= kind == OMEN_KIND_WRITE || kind == OMEN_KIND_AWRITE;
  v->plain |= kind <= OMEN_KIND_WRITE;
  if (v->locks != ws->holds[t]) v->locks = omen_locksets_intersect(&ws->sets, v->locks, ws->holds[t]);
}

static void access(struct omen_windows *ws, struct omen_event *e, uint32_t t, uint32_t step) {
  uint32_t x = ws->var_of[e->obj] ? ws->var_of[e->obj] - 1 : new_var(ws, e->obj);
  struct omen_window_var *v = &ws->w.var[x];
  struct omen_must_order *m = &ws->w.must;
  e->obj = x;
  note_access(ws, v, t, e->kind);
  omen_must_learn(m, t, step, v->fresh);
  bool write = e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE;
  if (!write && !ws->w.loose) omen_must_learn(m, t, step, v->write);
  if (e->kind > OMEN_KIND_WRITE) order_atomic(ws, v, t, step, write);
  if (write) v->write = now(ws, t);
}

static void fresh(struct omen_windows *ws, struct omen_event *e, uint32_t t) {
  e->obj = new_var(ws, e->obj);
  ws->w.var[e->obj].fresh = now(ws, t);
}

static void joined(struct omen_windows *ws, uint32_t t, uint32_t step, uint32_t u) {
  omen_must_learn(&ws->w.must, t, step, ws->w.thread[u].steps ? now(ws, u) : ws->start[u]);
}

static void sync(struct omen_windows *ws, struct omen_event *e, uint32_t t, uint32_t step, uint32_t pos) {
  struct omen_must_order *m = &ws->w.must;
  struct omen_must_clock *c = omen_kind_space(e->kind) == OMEN_SPACE_SYNC ? &ws->clock[e->obj] : NULL;
  switch (e->kind) {
  case OMEN_KIND_ACQ: omen_window_take(ws, t, step, e, pos); break;
  case OMEN_KIND_REL: omen_window_give(ws, t, step, e); break;
  case OMEN_KIND_FORK: ws->start[e->obj] = now(ws, t); break;
  case OMEN_KIND_JOIN: joined(ws, t, step, e->obj); break;
  case OMEN_KIND_ALLOC: fresh(ws, e, t); break;
  case OMEN_KIND_PUBLISH: omen_must_publish(m, c, now(ws, t)); break;
  case OMEN_KIND_SIGNAL: *c = (struct omen_must_clock){.one = now(ws, t)}; break;
  case OMEN_KIND_OBSERVE: omen_must_observe(m, t, step, c); break;
  case OMEN_KIND_MERGE: omen_must_merge(m, c, &ws->clock[e->aux]); break;
  case OMEN_KIND_COPY:
    if (e->aux == e->obj) break;
    *c = (struct omen_must_clock){0};
    omen_must_merge(m, c, &ws->clock[e->aux]);
    break;
  default: break;
  }
}

static void take_event(struct omen_windows *ws, uint32_t i, bool same_step) {
  struct omen_event *e = &ws->w.ev[i];
  uint32_t t = omen_window_thread_of(ws, e->thread);
  struct omen_window_thread *own = &ws->w.thread[t];
  if (!same_step && !own->steps++) omen_must_learn(&ws->w.must, t, 0, ws->start[t]);
  e->thread = t & 0xffffff;
  if (e->kind == OMEN_KIND_FORK || e->kind == OMEN_KIND_JOIN) e->obj = omen_window_thread_of(ws, e->obj);
  ws->w.step[i] = own->steps;
  if (omen_kind_is_access(e->kind))
    access(ws, e, t, own->steps);
  else
    sync(ws, e, t, own->steps, i + 1);
}

uint32_t omen_window_build(struct omen_windows *ws, uint32_t limit) {
  struct omen_window *w = &ws->w;
  bool same = false;
  uint32_t i = 0;
  for (; i < limit; i++) {
    if (!same && i && omen_must_bytes(&w->must) >> ROW_BYTES_LOG) break;
    bool next_same = ws->grouped && i + 1 < limit && omen_window_one_access(&w->ev[i], &w->ev[i + 1]);
    take_event(ws, i, same);
    same = next_same;
  }
  omen_window_index(ws);
  return i;
}

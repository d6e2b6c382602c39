/* Going over a trace window by window: see window.h. */
#include "predict/window.h"
#include "predict/window_build.h"
#include <stdlib.h>
#include <string.h>

struct omen_windows *omen_windows_new(struct omen_source *src, uint32_t size, bool loose, bool branches) {
  struct omen_windows *ws = omen_xcalloc(1, sizeof *ws);
  ws->src = src;
  ws->size = size;
  ws->w.loose = loose;
  ws->by_branches = branches;
  ws->grouped = src->format == OMEN_FORMAT_RAW;
  omen_locksets_init(&ws->sets);
  ws->w.sets = &ws->sets;
  return ws;
}

static void clear(struct omen_windows *ws) {
  struct omen_window *w = &ws->w;
  for (uint32_t t = 0; t < w->threads; t++) {
    ws->thread_of[w->thread[t].number] = 0;
    free(w->thread[t].section);
    free(w->thread[t].hint);
  }
  for (uint32_t x = 0; x < w->vars; x++) ws->var_of[w->var[x].number] = 0;
  if (w->must.thread) omen_must_release(&w->must);
  free(w->user);
  free(w->used);
  w->user = NULL;
  w->used = NULL;
  w->threads = w->vars = w->sections = w->users = ws->natomics = 0;
}

void omen_windows_free(struct omen_windows *ws) {
  if (!ws) return;
  clear(ws);
  omen_locksets_release(&ws->sets);
  void *all[] = {ws->w.ev,        ws->w.step,    ws->w.thread, ws->w.var,  ws->w.section,
                 ws->w.lock_user, ws->thread_of, ws->var_of,   ws->before, ws->held,
                 ws->start,       ws->holds,     ws->clock,    ws->atomic};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
  free(ws);
}

/* What threads hold goes into the next window; those that the window did not see hold what they held. */
static void keep_held(struct omen_windows *ws) {
  const struct omen_window *w = &ws->w;
  uint32_t n = 0;
  for (uint32_t i = 0; i < ws->nheld; i++)
    if (!ws->thread_of[ws->held[i].thread]) ws->held[n++] = ws->held[i];
  ws->nheld = n;
  for (uint32_t i = 0; i < w->sections; i++) {
    const struct omen_section *s = &w->section[i];
    if (s->rel != OMEN_NO_STEP) continue;
    OMEN_GROW(ws->held, ws->nheld, ws->cheld);
    ws->held[ws->nheld++] = (struct omen_window_held){w->thread[s->thread].number, s->lock, s->depth};
  }
}

static void end_window(struct omen_windows *ws) {
  struct omen_window *w = &ws->w;
  keep_held(ws);
  for (uint32_t t = 0; t < w->threads; t++) ws->before[w->thread[t].number] += w->thread[t].steps;
  w->base += w->n;
  ws->have -= w->n;
  if (ws->have) memmove(w->ev, w->ev + w->n, ws->have * sizeof *w->ev);
  w->n = 0;
  clear(ws);
}

static void *grown(void *v, uint32_t from, uint32_t to, size_t size) {
  char *p = omen_xrealloc(v, (size_t)to * size);
  if (to > from) memset(p + from * size, 0, (to - from) * size);
  return p;
}

static void make_room(struct omen_windows *ws) {
  uint32_t threads = omen_source_count(ws->src, OMEN_SPACE_THREAD), syncs, vars;
  syncs = omen_source_count(ws->src, OMEN_SPACE_SYNC);
  vars = omen_source_count(ws->src, OMEN_SPACE_VAR);
  if (threads > ws->threads_cap) {
    ws->thread_of = grown(ws->thread_of, ws->threads_cap, threads, sizeof *ws->thread_of);
    ws->before = grown(ws->before, ws->threads_cap, threads, sizeof *ws->before);
    ws->threads_cap = threads;
  }
  if (vars > ws->vars_cap) ws->var_of = grown(ws->var_of, ws->vars_cap, vars, sizeof *ws->var_of);
  if (vars > ws->vars_cap) ws->vars_cap = vars;
  ws->w.lock_user = omen_xrealloc(ws->w.lock_user, syncs * sizeof *ws->w.lock_user);
  free(ws->clock);
  ws->clock = omen_xcalloc(syncs, sizeof *ws->clock);
  ws->w.locks = syncs;
}

/* Fills the buffer. */
static int read_events(struct omen_windows *ws, struct omen_err *err) {
  struct omen_window *w = &ws->w;
  while (!ws->ended && ws->have < ws->size) {
    uint32_t room = ws->size - ws->have, most = 1 << 16;
    if (ws->have + (room < most ? room : most) > ws->cevents) {
      ws->cevents = ws->cevents ? ws->cevents * 2 : 2 * most;
      if (ws->cevents > ws->size) ws->cevents = ws->size;
      w->ev = omen_xrealloc(w->ev, ws->cevents * sizeof *w->ev);
      w->step = omen_xrealloc(w->step, ws->cevents * sizeof *w->step);
    }
    uint32_t left = ws->cevents - ws->have;
    long n = omen_source_read(ws->src, w->ev + ws->have, left < most ? left : most, err);
    if (n < 0) return -1;
    ws->have += (uint32_t)n;
    ws->ended = !n;
  }
  return 0;
}

/* How many threads the first events are of, forked and joined ones counted. */
static uint32_t count_threads(const struct omen_windows *ws, uint32_t n) {
  uint8_t *seen = omen_xcalloc(ws->threads_cap, 1);
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; i++) {
    const struct omen_event *e = &ws->w.ev[i];
    uint32_t other = omen_kind_space(e->kind) == OMEN_SPACE_THREAD ? e->obj : e->thread;
    count += !seen[e->thread];
    seen[e->thread] = 1;
    count += !seen[other];
    seen[other] = 1;
  }
  free(seen);
  return count;
}

/* An access of a watch log is not torn apart. */
static uint32_t whole_accesses(const struct omen_windows *ws) {
  uint32_t n = ws->have;
  if (!ws->grouped || ws->ended) return n;
  while (n > 1 && omen_window_one_access(&ws->w.ev[n - 2], &ws->w.ev[n - 1])) n--;
  return n > 1 ? n - 1 : ws->have;
}

static void look_for_branches(struct omen_windows *ws, uint32_t n) {
  for (uint32_t i = 0; i < n && !ws->w.branches; i++) ws->w.branches = ws->w.ev[i].kind == OMEN_KIND_BRANCH;
  ws->w.loose |= ws->by_branches && ws->w.branches;
}

const struct omen_window *omen_windows_next(struct omen_windows *ws, bool *bad, struct omen_err *err) {
  struct omen_window *w = &ws->w;
  *bad = false;
  end_window(ws);
  if (read_events(ws, err)) return *bad = true, NULL;
  if (!ws->have) return NULL;
  make_room(ws);
  uint32_t n = whole_accesses(ws), threads = count_threads(ws, n);
  omen_must_init(&w->must, threads);
  if (threads > ws->cthreads) {
    ws->cthreads = threads;
    w->thread = omen_xrealloc(w->thread, threads * sizeof *w->thread);
    ws->start = omen_xrealloc(ws->start, threads * sizeof *ws->start);
    ws->holds = omen_xrealloc(ws->holds, threads * sizeof *ws->holds);
  }
  look_for_branches(ws, n);
  w->n = omen_window_build(ws, n);
  return w;
}

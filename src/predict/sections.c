/* The critical sections of a window: see window.h. */
#include "base/table.h"
#include "predict/window_build.h"
#include <stdlib.h>
#include <string.h>

/* The open section of the thread's on this lock, + 1. */
static uint32_t open_on(const struct omen_window *w, uint32_t t, uint32_t lock) {
  uint32_t s = w->thread[t].open;
  while (s && (w->section[s - 1].lock != lock || w->section[s - 1].rel != OMEN_NO_STEP))
    s = w->section[s - 1].outer;
  return s;
}

void omen_window_take(struct omen_windows *ws, uint32_t t, uint32_t step, struct omen_event *e,
                      uint32_t pos) {
  struct omen_window *w = &ws->w;
  struct omen_window_thread *own = &w->thread[t];
  uint32_t again = open_on(w, t, e->obj);
  if (again) { /* re-entrant: no effect */
    w->section[again - 1].depth++;
    e->kind = OMEN_KIND_ENTER;
    return;
  }
  OMEN_GROW(w->section, w->sections, ws->csections);
  w->section[w->sections] = (struct omen_section){
      .acq = step, .rel = OMEN_NO_STEP, .pos = pos, .lock = e->obj, .thread = t, .outer = own->open};
  OMEN_GROW(own->section, own->sections, own->cap);
  own->section[own->sections++] = w->sections++;
  own->open = w->sections;
  ws->holds[t] = omen_locksets_with(&ws->sets, ws->holds[t], e->obj);
}

void omen_window_give(struct omen_windows *ws, uint32_t t, uint32_t step, struct omen_event *e) {
  struct omen_window *w = &ws->w;
  uint32_t s = open_on(w, t, e->obj);
  if (!s || w->section[s - 1].depth) {
    if (s) w->section[s - 1].depth--;
    e->kind = OMEN_KIND_EXIT;
    return;
  }
  w->section[s - 1].rel = step;
  uint32_t *open = &w->thread[t].open;
  while (*open && w->section[*open - 1].rel != OMEN_NO_STEP) *open = w->section[*open - 1].outer;
  ws->holds[t] = omen_locksets_without(&ws->sets, ws->holds[t], e->obj);
}

static uint32_t new_user(struct omen_window *w, const struct omen_section *s, uint32_t *cap) {
  OMEN_GROW(w->user, w->users, *cap);
  w->user[w->users] = (struct omen_window_user){.thread = s->thread, .next = w->lock_user[s->lock]};
  return w->lock_user[s->lock] = ++w->users;
}

/* Who uses which lock where: the sections sorted by lock and thread. */
static void index_users(struct omen_windows *ws) {
  struct omen_window *w = &ws->w;
  struct omen_table ids = {0};
  uint32_t *user = omen_xmalloc(w->sections * sizeof *user), cap = 0, at = 0;
  memset(w->lock_user, 0, w->locks * sizeof *w->lock_user);
  for (uint32_t i = 0; i < w->sections; i++) {
    const struct omen_section *s = &w->section[i];
    uint64_t *id = omen_table_at(&ids, (uint64_t)s->lock << 32 | s->thread);
    if (!*id) *id = new_user(w, s, &cap);
    user[i] = (uint32_t)*id - 1;
    w->user[user[i]].n++;
  }
  for (uint32_t u = 0; u < w->users; u++) {
    w->user[u].first = at;
    at += w->user[u].n;
    w->user[u].n = 0;
  }
  w->used = omen_xmalloc(w->sections * sizeof *w->used);
  for (uint32_t i = 0; i < w->sections; i++) {
    struct omen_window_user *u = &w->user[user[i]];
    w->used[u->first + u->n++] = i;
  }
  free(user);
  omen_table_release(&ids);
}

static void make_hints(const struct omen_window *w, struct omen_window_thread *own) {
  uint32_t blocks = own->steps / OMEN_STEP_BLOCK + 1, k = 0;
  if (!own->sections) return;
  own->hint = omen_xmalloc(blocks * sizeof *own->hint);
  for (uint32_t b = 0; b < blocks; b++) {
    while (k < own->sections && w->section[own->section[k]].acq < b * OMEN_STEP_BLOCK) k++;
    own->hint[b] = k;
  }
}

void omen_window_index(struct omen_windows *ws) {
  index_users(ws);
  for (uint32_t t = 0; t < ws->w.threads; t++) make_hints(&ws->w, &ws->w.thread[t]);
}

uint32_t omen_window_section_at(const struct omen_window *w, uint32_t t, uint32_t step) {
  const struct omen_window_thread *own = &w->thread[t];
  if (!own->hint) return 0;
  uint32_t k = own->hint[step / OMEN_STEP_BLOCK];
  while (k < own->sections && w->section[own->section[k]].acq <= step) k++;
  return k ? own->section[k - 1] + 1 : 0;
}

/* See ideal.h. An ideal is closed as soon as no section that is open at its border is followed by another one
 * of the same lock. So only the few sections at the border are looked at, whatever the length of the trace.
 */
#include "predict/ideal.h"
#include <stdlib.h>

void omen_ideal_join(const struct omen_window *w, uint32_t *ideal, uint32_t t, uint32_t step, uint32_t row) {
  const uint32_t *r = omen_must_row(&w->must, row);
  for (uint32_t u = 0; u < w->must.stride; u++) ideal[u] = ideal[u] > r[u] ? ideal[u] : r[u];
  if (ideal[t] < step) ideal[t] = step;
}

void omen_ideal_add(const struct omen_window *w, uint32_t *ideal, uint32_t t, uint32_t step) {
  if (step && ideal[t] >= step) return;
  omen_ideal_join(w, ideal, t, step, omen_must_at(&w->must, t, step));
}

/* The last section of a user that the ideal begins; NULL: none. */
static const struct omen_section *last_of(const struct omen_window *w, const struct omen_window_user *u,
                                          uint32_t steps) {
  uint32_t lo = 0, hi = u->n;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (w->section[w->used[u->first + mid]].acq <= steps)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo ? &w->section[w->used[u->first + lo - 1]] : NULL;
}

/* When must a section end that is open at the border? */
enum closing {
  FOLLOWED,      /* a later one of the lock begins */
  FOLLOWED_OPEN, /* and does not end */
  SHARED,        /* any other one of the lock begins; where it can end */
};

static bool must_end(const struct omen_window *w, const uint32_t *ideal, const struct omen_section *s,
                     enum closing how) {
  for (uint32_t i = w->lock_user[s->lock]; i; i = w->user[i - 1].next) {
    const struct omen_window_user *u = &w->user[i - 1];
    if (u->thread == s->thread) continue;
    const struct omen_section *last = last_of(w, u, ideal[u->thread]);
    if (!last || (how != SHARED && last->pos <= s->pos)) continue;
    if (how != FOLLOWED_OPEN || last->rel > ideal[u->thread]) return true;
  }
  return false;
}

/* Ends the sections of a thread that must be; 1: there was one, -1: it has no end. What was held before the
 * window cannot be taken later. */
static int end_sections(const struct omen_window *w, uint32_t *ideal, uint32_t t, enum closing how) {
  for (uint32_t i = omen_window_section_at(w, t, ideal[t]); i; i = w->section[i - 1].outer) {
    const struct omen_section *s = &w->section[i - 1];
    if (s->rel <= ideal[t] || !must_end(w, ideal, s, how == FOLLOWED_OPEN && !s->pos ? FOLLOWED : how))
      continue;
    if (s->rel == OMEN_NO_STEP && how == SHARED) continue;
    if (s->rel == OMEN_NO_STEP) return -1;
    omen_ideal_add(w, ideal, t, s->rel);
    return 1;
  }
  return 0;
}

static bool close_sections(const struct omen_window *w, uint32_t *ideal, enum closing how) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t t = 0; t < w->threads; t++) {
      if (!w->thread[t].sections) continue;
      int ended;
      while ((ended = end_sections(w, ideal, t, how)) > 0) more = true;
      if (ended < 0) return false;
    }
  }
  return true;
}

bool omen_ideal_close(const struct omen_window *w, uint32_t *ideal) {
  return close_sections(w, ideal, FOLLOWED);
}

bool omen_ideal_close_optimistic(const struct omen_window *w, uint32_t *ideal) {
  return close_sections(w, ideal, FOLLOWED_OPEN);
}

void omen_ideal_close_shared(const struct omen_window *w, uint32_t *ideal) {
  close_sections(w, ideal, SHARED);
}

/* The sections that are open at the border; the caller frees. */
static uint32_t *open_sections(const struct omen_window *w, const uint32_t *ideal, uint32_t *n) {
  uint32_t *v = NULL, cap = 0;
  *n = 0;
  for (uint32_t t = 0; t < w->threads; t++)
    for (uint32_t i = omen_window_section_at(w, t, ideal[t]); i; i = w->section[i - 1].outer) {
      if (w->section[i - 1].rel <= ideal[t]) continue;
      OMEN_GROW(v, *n, cap);
      v[(*n)++] = i - 1;
    }
  return v;
}

static bool can_end(const struct omen_window *w, const uint32_t *ideal, const struct omen_section *s,
                    const struct omen_ideal_goal *g, uint32_t *with) {
  if (s->rel == OMEN_NO_STEP) return false;
  for (uint32_t u = 0; u < w->must.stride; u++) with[u] = ideal[u];
  omen_ideal_add(w, with, s->thread, s->rel);
  return !omen_ideal_reached(g, with);
}

/* Of two open sections of one lock one must end. 1: the ideal grew; -1: neither can. */
static int settle(const struct omen_window *w, uint32_t *ideal, const struct omen_section *a,
                  const struct omen_section *b, const struct omen_ideal_goal *g, uint32_t *scratch) {
  bool can_a = can_end(w, ideal, a, g, scratch), can_b = can_end(w, ideal, b, g, scratch);
  if (!can_a && !can_b) return -1;
  if (can_a && can_b) return 0;
  const struct omen_section *s = can_a ? a : b;
  omen_ideal_add(w, ideal, s->thread, s->rel);
  return 1;
}

bool omen_ideal_close_forced(const struct omen_window *w, uint32_t *ideal, const struct omen_ideal_goal *g,
                             uint32_t *scratch) {
  int how = 1;
  while (how > 0 && !omen_ideal_reached(g, ideal)) {
    uint32_t n, *open = open_sections(w, ideal, &n);
    how = 0;
    for (uint32_t i = 0; i < n && !how; i++)
      for (uint32_t j = i + 1; j < n && !how; j++) {
        const struct omen_section *a = &w->section[open[i]], *b = &w->section[open[j]];
        if (a->lock == b->lock) how = settle(w, ideal, a, b, g, scratch);
      }
    free(open);
  }
  return !how && !omen_ideal_reached(g, ideal);
}

/* See ideal.h. An ideal is closed as soon as no section that is open at its border is followed by another one
 * of the same lock. So only the few sections at the border are looked at, whatever the length of the trace.
 */
#include "predict/ideal.h"

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

/* Does the ideal begin a later section of the same lock? `open`: only one that it does not end counts. */
static bool followed(const struct omen_window *w, const uint32_t *ideal, const struct omen_section *s,
                     bool open) {
  for (uint32_t i = w->lock_user[s->lock]; i; i = w->user[i - 1].next) {
    const struct omen_window_user *u = &w->user[i - 1];
    if (u->thread == s->thread || !ideal[u->thread]) continue;
    const struct omen_section *last = last_of(w, u, ideal[u->thread]);
    if (last && last->pos > s->pos && (!open || last->rel > ideal[u->thread])) return true;
  }
  return false;
}

/* Ends the sections of a thread that must be; 1: there was one, -1: it has no end. */
static int end_sections(const struct omen_window *w, uint32_t *ideal, uint32_t t, bool open) {
  for (uint32_t i = omen_window_section_at(w, t, ideal[t]); i; i = w->section[i - 1].outer) {
    const struct omen_section *s = &w->section[i - 1];
    if (s->rel <= ideal[t] || !followed(w, ideal, s, open)) continue;
    if (s->rel == OMEN_NO_STEP) return -1;
    omen_ideal_add(w, ideal, t, s->rel);
    return 1;
  }
  return 0;
}

static bool close_sections(const struct omen_window *w, uint32_t *ideal, bool open) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t t = 0; t < w->threads; t++) {
      if (!w->thread[t].sections) continue;
      int ended;
      while ((ended = end_sections(w, ideal, t, open)) > 0) more = true;
      if (ended < 0) return false;
    }
  }
  return true;
}

bool omen_ideal_close(const struct omen_window *w, uint32_t *ideal) {
  return close_sections(w, ideal, false);
}

bool omen_ideal_close_optimistic(const struct omen_window *w, uint32_t *ideal) {
  return close_sections(w, ideal, true);
}

/* See must_order.h. */
#include "predict/must_order.h"
#include <stdlib.h>
#include <string.h>

static uint32_t new_row(struct omen_must_order *m, uint32_t from) {
  if (m->rows_n >= m->rows_cap) {
    m->rows_cap = m->rows_cap ? m->rows_cap * 2 : 64;
    m->rows = omen_xrealloc(m->rows, (size_t)m->rows_cap * m->stride * sizeof *m->rows);
  }
  uint32_t row = m->rows_n++;
  if (row)
    memcpy(omen_must_row(m, row), omen_must_row(m, from), m->stride * sizeof *m->rows);
  else
    memset(m->rows, 0, m->stride * sizeof *m->rows);
  return row;
}

void omen_must_init(struct omen_must_order *m, uint32_t threads) {
  *m = (struct omen_must_order){.threads = threads, .stride = (threads + 7) & ~7u};
  m->thread = omen_xcalloc(threads, sizeof *m->thread);
  new_row(m, 0);
}

void omen_must_release(struct omen_must_order *m) {
  for (uint32_t t = 0; t < m->threads; t++) free(m->thread[t].change);
  free(m->thread);
  free(m->rows);
  *m = (struct omen_must_order){0};
}

uint32_t omen_must_at(const struct omen_must_order *m, uint32_t t, uint32_t step) {
  const struct omen_must_thread *own = &m->thread[t];
  uint32_t lo = 0, hi = own->n; /* the first change after the step */
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (own->change[mid].step <= step)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo ? own->change[lo - 1].row : 0;
}

/* The thread's row at this step, to be changed. */
static uint32_t *change(struct omen_must_order *m, uint32_t t, uint32_t step) {
  struct omen_must_thread *own = &m->thread[t];
  if (!own->n || own->change[own->n - 1].step != step) {
    uint32_t row = new_row(m, omen_must_now(m, t));
    OMEN_GROW(own->change, own->n, own->cap);
    own->change[own->n++] = (struct omen_must_change){step, row};
  }
  return omen_must_row(m, own->change[own->n - 1].row);
}

static void join(uint32_t *dst, const uint32_t *src, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) dst[i] = dst[i] > src[i] ? dst[i] : src[i];
}

static void join_moment(const struct omen_must_order *m, uint32_t *row, struct omen_moment from) {
  join(row, omen_must_row(m, from.row), m->stride);
  if (row[from.thread] < from.step) row[from.thread] = from.step;
}

void omen_must_learn(struct omen_must_order *m, uint32_t t, uint32_t step, struct omen_moment from) {
  if (!from.step || from.thread == t) return;
  if (omen_must_row(m, omen_must_now(m, t))[from.thread] >= from.step) return;
  join_moment(m, change(m, t, step), from);
}

void omen_must_observe(struct omen_must_order *m, uint32_t t, uint32_t step,
                       const struct omen_must_clock *c) {
  if (!c->row) {
    omen_must_learn(m, t, step, c->one);
    return;
  }
  const uint32_t *now = omen_must_row(m, omen_must_now(m, t)), *new = omen_must_row(m, c->row);
  bool news = false;
  for (uint32_t u = 0; u < m->threads && !news; u++) news = u != t && new[u] > now[u];
  if (!news) return;
  uint32_t *row = change(m, t, step);
  join(row, omen_must_row(m, c->row), m->stride);
}

/* A row of the clock's own. */
static uint32_t *own_row(struct omen_must_order *m, struct omen_must_clock *c) {
  if (!c->row) {
    c->row = new_row(m, c->one.row);
    if (c->one.step) omen_must_row(m, c->row)[c->one.thread] = c->one.step;
  }
  return omen_must_row(m, c->row);
}

/* Does one moment come after the other, or is it the same? */
static bool after(const struct omen_must_order *m, struct omen_moment late, struct omen_moment early) {
  if (late.thread == early.thread) return late.step >= early.step;
  return omen_must_row(m, late.row)[early.thread] >= early.step;
}

void omen_must_publish(struct omen_must_order *m, struct omen_must_clock *c, struct omen_moment from) {
  if (!c->row && after(m, from, c->one))
    c->one = from;
  else if (c->row || !after(m, c->one, from))
    join_moment(m, own_row(m, c), from);
}

void omen_must_merge(struct omen_must_order *m, struct omen_must_clock *c, const struct omen_must_clock *d) {
  if (!d->row) {
    if (d->one.step) omen_must_publish(m, c, d->one);
    return;
  }
  own_row(m, c);
  join(omen_must_row(m, c->row), omen_must_row(m, d->row), m->stride);
}

/* Clocks of threads, locks and clock objects: see order.h. */
#include "detect/hb_order.h"
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

void omen_hb_order_init(struct omen_hb_order *o) { *o = (struct omen_hb_order){.gc_at = 4096, .rows_n = 1}; }

void omen_hb_order_release(struct omen_hb_order *o) {
  free(o->c);
  free(o->snap);
  free(o->obj);
  free(o->rows);
  free(o->mark);
  free(o->free_rows);
  omen_hb_order_init(o);
}

/* `n` rows of `from` words become rows of `to` words. */
static uint32_t *restride(uint32_t *old, size_t n, size_t cap, uint32_t from, uint32_t to) {
  uint32_t *now = omen_xcalloc(cap * to, sizeof *now);
  for (size_t i = 0; i < n; i++) memcpy(now + i * to, old + i * from, from * sizeof *now);
  free(old);
  return now;
}

void omen_hb_order_grow(struct omen_hb_order *o, uint32_t threads, uint32_t objs) {
  if (threads > o->stride) {
    uint32_t stride = o->stride ? o->stride : 8;
    while (stride < threads) stride *= 2;
    o->c = restride(o->c, o->threads, stride, o->stride, stride);
    if (o->rows) o->rows = restride(o->rows, o->rows_n, o->rows_cap, o->stride, stride);
    o->snap = omen_xrealloc(o->snap, stride * sizeof *o->snap);
    memset(o->snap + o->stride, 0, (stride - o->stride) * sizeof *o->snap);
    o->stride = stride;
  }
  for (; o->threads < threads; o->threads++) omen_hb_order_row(o, o->threads)[o->threads] = 1;
  if (objs > o->objs) {
    uint32_t n = objs * 2;
    o->obj = omen_xrealloc(o->obj, n * sizeof *o->obj);
    memset(o->obj + o->objs, 0, (n - o->objs) * sizeof *o->obj);
    o->objs = n;
  }
}

void omen_hb_order_reset(struct omen_hb_order *o) {
  for (uint32_t t = 0; t < o->threads; t++) {
    memset(omen_hb_order_row(o, t), 0, o->stride * sizeof *o->c);
    omen_hb_order_row(o, t)[t] = 1;
    o->snap[t] = 0;
  }
  if (o->objs) memset(o->obj, 0, o->objs * sizeof *o->obj);
  o->rows_n = 1;
  o->free_n = 0;
  o->gc_at = 4096;
}

void omen_hb_order_mark(struct omen_hb_order *o, const struct omen_stamp *s) {
  if (s->snap) o->mark[s->snap] = 1;
}

static void collect(struct omen_hb_order *o) {
  memset(o->mark, 0, o->rows_n);
  for (uint32_t t = 0; t < o->threads; t++)
    if (o->snap[t]) o->mark[o->snap[t]] = 1;
  for (uint32_t i = 0; i < o->objs; i++) omen_hb_order_mark(o, &o->obj[i]);
  if (o->more_roots) o->more_roots(o, o->more_arg);
  o->free_n = 0;
  for (uint32_t i = o->rows_n; i-- > 1;)
    if (!o->mark[i]) o->free_rows[o->free_n++] = i;
  uint32_t live = o->rows_n - 1 - o->free_n;
  o->gc_at = live * 2 > 4096 ? live * 2 : 4096;
}

static uint32_t new_row(struct omen_hb_order *o) {
  if (!o->free_n && o->rows_n > o->gc_at) collect(o);
  if (o->free_n) return o->free_rows[--o->free_n];
  if (o->rows_n >= o->rows_cap) {
    o->rows_cap = o->rows_cap ? o->rows_cap * 2 : 64;
    o->rows = omen_xrealloc(o->rows, (size_t)o->rows_cap * o->stride * sizeof *o->rows);
    o->mark = omen_xrealloc(o->mark, o->rows_cap);
    o->free_rows = omen_xrealloc(o->free_rows, o->rows_cap * sizeof *o->free_rows);
  }
  return o->rows_n++;
}

static uint32_t *snapshot_row(const struct omen_hb_order *o, uint32_t i) {
  return o->rows + (size_t)i * o->stride;
}

uint32_t omen_hb_order_take_snapshot(struct omen_hb_order *o, uint32_t t) {
  uint32_t i = new_row(o);
  memcpy(snapshot_row(o, i), omen_hb_order_row(o, t), o->stride * sizeof *o->c);
  return o->snap[t] = i;
}

void omen_hb_order_learn(struct omen_hb_order *o, uint32_t t, const struct omen_stamp *s) {
  o->learns++;
  uint32_t *row = omen_hb_order_row(o, t);
  omen_clock_join(row, snapshot_row(o, s->snap), o->stride);
  if (s->tid != OMEN_NOBODY && row[s->tid] < s->clk) row[s->tid] = s->clk;
  o->snap[t] = 0;
}

static void fork_thread(struct omen_hb_order *o, uint32_t t, uint32_t u) {
  omen_clock_join(omen_hb_order_row(o, u), omen_hb_order_row(o, t), o->stride);
  o->snap[u] = 0;
  omen_hb_order_row(o, t)[t]++;
}

static void join_thread(struct omen_hb_order *o, uint32_t t, uint32_t u) {
  o->learns++;
  omen_clock_join(omen_hb_order_row(o, t), omen_hb_order_row(o, u), o->stride);
  o->snap[t] = 0;
  omen_hb_order_row(o, u)[u]++; /* in a log that was not checked it may go on */
}

/* The object's clock as a row of its own that nobody else refers to: it may be joined into. */
static uint32_t *own_row(struct omen_hb_order *o, struct omen_stamp *s) {
  struct omen_stamp old = *s;
  uint32_t i = new_row(o); /* may collect: *s still refers to the old row */
  uint32_t *row = snapshot_row(o, i);
  if (old.snap)
    memcpy(row, snapshot_row(o, old.snap), o->stride * sizeof *row);
  else
    memset(row, 0, o->stride * sizeof *row);
  if (old.snap && old.tid != OMEN_NOBODY && row[old.tid] < old.clk) row[old.tid] = old.clk;
  *s = (struct omen_stamp){OMEN_NOBODY, 1, i};
  return row;
}

static void publish(struct omen_hb_order *o, uint32_t t, struct omen_stamp *s) {
  uint32_t *row = omen_hb_order_row(o, t);
  bool known = !s->snap || (s->tid != OMEN_NOBODY && row[s->tid] >= s->clk);
  if (known) {
    omen_hb_order_hand_out(o, t, s);
    return;
  }
  uint32_t *into = own_row(o, s);
  omen_clock_join(into, row, o->stride);
  row[t]++;
}

static void merge(struct omen_hb_order *o, uint32_t x, uint32_t y) {
  if (x == y || !o->obj[y].snap) return;
  if (!o->obj[x].snap) {
    o->obj[x] = o->obj[y];
    return;
  }
  uint32_t *into = own_row(o, &o->obj[x]);
  const struct omen_stamp *from = &o->obj[y];
  omen_clock_join(into, snapshot_row(o, from->snap), o->stride);
  if (from->tid != OMEN_NOBODY && into[from->tid] < from->clk) into[from->tid] = from->clk;
}

void omen_hb_order_sync(struct omen_hb_order *o, const struct omen_event *e) {
  uint32_t t = e->thread;
  switch (e->kind) {
  case OMEN_KIND_ACQ:
  case OMEN_KIND_OBSERVE: omen_hb_order_take_in(o, t, &o->obj[e->obj]); break;
  case OMEN_KIND_REL:
  case OMEN_KIND_SIGNAL: {
    struct omen_stamp s;
    omen_hb_order_hand_out(o, t, &s);
    o->obj[e->obj] = s;
    break;
  }
  case OMEN_KIND_FORK: fork_thread(o, t, e->obj); break;
  case OMEN_KIND_JOIN: join_thread(o, t, e->obj); break;
  case OMEN_KIND_PUBLISH: publish(o, t, &o->obj[e->obj]); break;
  case OMEN_KIND_COPY: o->obj[e->obj] = o->obj[e->aux]; break;
  case OMEN_KIND_MERGE: merge(o, e->obj, e->aux); break;
  default: break;
  }
}

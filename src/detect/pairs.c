/* All racing pairs of a trace with examples and SHB's answer: see pairs.h. Made for watch logs, which hold
 * the accesses to racy memory only: every access is compared with each thread's last access of every way that
 * the variable was accessed, by both orders at once. (A thread's last access of a way races whenever an
 * earlier one does, in either order, so the last one decides; and it is the one nearest in the trace.) */
#include "detect/pairs.h"
#include "base/table.h"
#include "detect/engine.h"
#include "detect/hb_order.h"
#include "trace/rawlog.h"
#include <stdlib.h>

struct last { /* a thread's last access of a way */
  uint32_t thread, hb, shb;
  uint64_t event;
};
struct way {
  uint32_t loc;
  uint8_t cls;
  struct last *last;
  uint32_t n, cap;
};
struct newest { /* a thread's last access of any way; its last write */
  uint32_t thread, any, write;
};
struct var {
  struct way *way;
  uint32_t n, cap;
  struct newest *newest;
  uint32_t threads, threads_cap;
  struct omen_stamp last_write; /* in the SHB order */
};
struct finder {
  struct omen_hb_order hb, shb;
  struct var *var;
  uint32_t vars;
  struct omen_pair_list *out;
  uint64_t *latest; /* by pair: the event that counted last, + 1 */
  size_t latest_cap;
  struct omen_table number; /* of a pair, + 1: by its two locations, the smaller << 32 | the larger */
  uint64_t last_warning;    /* event + 1 */
  uint32_t hint[1024];      /* where the way of an access was found last */
};

static void mark_last_writes(struct omen_hb_order *o, void *arg) {
  const struct finder *f = arg;
  for (uint32_t i = 0; i < f->vars; i++) omen_hb_order_mark(o, &f->var[i].last_write);
}

static void room(struct finder *f, const struct omen_source *src) {
  uint32_t threads = omen_source_count(src, OMEN_SPACE_THREAD), vars = omen_source_count(src, OMEN_SPACE_VAR);
  omen_hb_order_grow(&f->hb, threads, omen_source_count(src, OMEN_SPACE_SYNC));
  omen_hb_order_grow(&f->shb, threads, omen_source_count(src, OMEN_SPACE_SYNC));
  if (vars <= f->vars) return;
  uint32_t n = vars + vars / 2 + 64;
  f->var = omen_xrealloc(f->var, n * sizeof *f->var);
  memset(f->var + f->vars, 0, (n - f->vars) * sizeof *f->var);
  f->vars = n;
}

/* The pair of the two locations; a new one has no instances yet. */
static size_t pair_of(struct finder *f, uint32_t loc1, uint32_t loc2) {
  uint64_t *number =
      omen_table_at(&f->number, loc1 < loc2 ? (uint64_t)loc1 << 32 | loc2 : (uint64_t)loc2 << 32 | loc1);
  if (*number) return *number - 1;
  OMEN_GROW(f->out->v, f->out->n, f->out->cap);
  OMEN_GROW(f->latest, f->out->n, f->latest_cap);
  f->out->v[f->out->n] =
      (struct omen_pair){.loc1 = loc1, .loc2 = loc2, .samples = omen_xcalloc(1, sizeof(struct omen_samples))};
  f->latest[f->out->n] = 0;
  *number = ++f->out->n;
  return f->out->n - 1;
}

static void found(struct finder *f, uint32_t loc1, const struct last *l, uint32_t loc2, uint32_t thread,
                  uint64_t event, bool schedulable) {
  size_t i = pair_of(f, loc1, loc2);
  struct omen_pair *p = &f->out->v[i];
  if (f->last_warning != event + 1) {
    f->last_warning = event + 1;
    f->out->warnings++;
  }
  if (!p->instances || (p->first[1] == event && p->first[0] < l->event)) {
    p->loc1 = loc1;
    p->loc2 = loc2;
    p->first[0] = l->event;
    p->first[1] = event;
  }
  if (schedulable && (!p->schedulable || (p->sched[1] == event && p->sched[0] < l->event))) {
    p->schedulable = true;
    p->sched[0] = l->event;
    p->sched[1] = event;
  }
  if (f->latest[i] != event + 1) {
    f->latest[i] = event + 1;
    p->instances++;
  }
  uint64_t key = ((uint64_t)l->thread << 32 | thread) * 2 + (p->loc1 == loc1);
  omen_samples_add(p->samples, (struct omen_sample){{l->event, event}, schedulable}, key);
}

static struct way *way_of(struct finder *f, struct var *v, uint32_t loc, enum omen_access_class cls) {
  uint32_t *hint = &f->hint[((uint32_t)(v - f->var) * 31 + loc * 4 + cls) % 1024];
  if (*hint < v->n && v->way[*hint].loc == loc && v->way[*hint].cls == cls) return &v->way[*hint];
  for (uint32_t i = 0; i < v->n; i++)
    if (v->way[i].loc == loc && v->way[i].cls == cls) return &v->way[*hint = i];
  OMEN_GROW(v->way, v->n, v->cap);
  v->way[v->n] = (struct way){.loc = loc, .cls = (uint8_t)cls};
  return &v->way[v->n++];
}

static void record(struct way *y, struct last now) {
  for (uint32_t i = 0; i < y->n; i++)
    if (y->last[i].thread == now.thread) {
      y->last[i] = now;
      return;
    }
  OMEN_GROW(y->last, y->n, y->cap);
  y->last[y->n++] = now;
}

static bool writes(enum omen_access_class cls) { return cls == OMEN_ACCESS_W || cls == OMEN_ACCESS_AW; }

/* Does any thread's access come neither before this one nor without conflict? Mostly none, and then its ways
 * need not be looked at: a thread that knows the last one knows all. */
static bool may_race(const struct var *v, enum omen_access_class cls, const uint32_t *hb) {
  for (uint32_t i = 0; i < v->threads; i++) {
    const struct newest *w = &v->newest[i];
    if ((writes(cls) ? w->any : w->write) > hb[w->thread]) return true;
  }
  return false;
}

static void renew(struct var *v, uint32_t thread, uint32_t hb, bool write) {
  uint32_t i = 0;
  while (i < v->threads && v->newest[i].thread != thread) i++;
  if (i == v->threads) {
    OMEN_GROW(v->newest, v->threads, v->threads_cap);
    v->newest[v->threads++] = (struct newest){.thread = thread};
  }
  v->newest[i].any = hb;
  if (write) v->newest[i].write = hb;
}

static void compare(struct finder *f, const struct omen_event *e, uint64_t event,
                    enum omen_access_class cls) {
  const struct var *v = &f->var[e->obj];
  uint32_t t = e->thread;
  const uint32_t *hb = omen_hb_order_row(&f->hb, t), *shb = omen_hb_order_row(&f->shb, t);
  for (uint32_t i = 0; i < v->n; i++) {
    const struct way *y = &v->way[i];
    if (!(omen_conflicts[cls] >> y->cls & 1)) continue;
    for (uint32_t k = 0; k < y->n; k++)
      if (y->last[k].hb > hb[y->last[k].thread])
        found(f, y->loc, &y->last[k], e->loc, t, event, y->last[k].shb > shb[y->last[k].thread]);
  }
}

static void access(struct finder *f, const struct omen_event *e, uint64_t event) {
  struct var *v = &f->var[e->obj];
  enum omen_access_class cls = omen_class_of(e->kind);
  uint32_t t = e->thread;
  const uint32_t *hb = omen_hb_order_row(&f->hb, t), *shb = omen_hb_order_row(&f->shb, t);
  if (may_race(v, cls, hb)) compare(f, e, event, cls);
  renew(v, t, hb[t], writes(cls));
  record(way_of(f, v, e->loc, cls), (struct last){t, hb[t], shb[t], event});
  if (writes(cls))
    omen_hb_order_hand_out(&f->shb, t, &v->last_write);
  else
    omen_hb_order_take_in(&f->shb, t, &v->last_write);
}

static void fresh(struct var *v) {
  for (uint32_t i = 0; i < v->n; i++) v->way[i].n = 0;
  v->threads = 0;
  v->last_write = (struct omen_stamp){0};
}

static int scan(struct finder *f, struct omen_source *src, struct omen_err *err) {
  enum { BATCH = 4096 };
  bool raw = src->format == OMEN_FORMAT_RAW;
  struct omen_event *ev = omen_xcalloc(BATCH, sizeof *ev);
  uint64_t event = 0;
  long n;
  while ((n = omen_source_read(src, ev, BATCH, err)) > 0) {
    room(f, src);
    for (long i = 0; i < n; i++, event++) {
      const struct omen_event *e = &ev[i];
      if (omen_kind_is_access(e->kind)) {
        access(f, e, raw ? e->aux : event);
      } else if (e->kind == OMEN_KIND_ALLOC) {
        fresh(&f->var[e->obj]);
      } else {
        omen_hb_order_sync(&f->hb, e);
        omen_hb_order_sync(&f->shb, e);
      }
    }
  }
  f->out->events = raw ? omen_rawlog_records(src) : event;
  free(ev);
  return n < 0 ? -1 : 0;
}

static int by_event(const void *x, const void *y) {
  const struct omen_pair *p = x, *q = y;
  if (p->first[1] != q->first[1]) return p->first[1] < q->first[1] ? -1 : 1;
  if (p->first[0] != q->first[0]) return p->first[0] < q->first[0] ? -1 : 1;
  if (p->loc1 != q->loc1) return p->loc1 < q->loc1 ? -1 : 1;
  return p->loc2 < q->loc2 ? -1 : p->loc2 > q->loc2;
}

static void finish(struct finder *f, const struct omen_source *src) {
  struct omen_pair_list *l = f->out;
  for (size_t i = 0; i < l->n && src->format == OMEN_FORMAT_RAW; i++) {
    l->v[i].loc1 = omen_rawlog_site(src, l->v[i].loc1);
    l->v[i].loc2 = omen_rawlog_site(src, l->v[i].loc2);
  }
  if (l->n) qsort(l->v, l->n, sizeof *l->v, by_event);
}

static void release(struct finder *f) {
  for (uint32_t i = 0; i < f->vars; i++) {
    for (uint32_t k = 0; k < f->var[i].n; k++) free(f->var[i].way[k].last);
    free(f->var[i].way);
    free(f->var[i].newest);
  }
  omen_hb_order_release(&f->hb);
  omen_hb_order_release(&f->shb);
  free(f->var);
  free(f->latest);
  omen_table_release(&f->number);
}

int omen_detect_pairs(struct omen_source *src, struct omen_pair_list *out, struct omen_err *err) {
  struct finder f = {.out = out};
  omen_pair_list_release(out);
  omen_hb_order_init(&f.hb);
  omen_hb_order_init(&f.shb);
  f.shb.more_roots = mark_last_writes;
  f.shb.more_arg = &f;
  int r = omen_source_rewind(src, err);
  if (!r) r = scan(&f, src, err);
  if (r)
    omen_pair_list_release(out);
  else
    finish(&f, src);
  release(&f);
  return r;
}

void omen_pair_list_release(struct omen_pair_list *l) {
  for (size_t i = 0; i < l->n; i++) free(l->v[i].samples);
  free(l->v);
  *l = (struct omen_pair_list){0};
}

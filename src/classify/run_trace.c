/* Reading the trace of an exploration: see run_trace.h. */
#include "classify/run_trace.h"
#include "detect/hb_order.h"
#include "trace/rawfile.h"
#include "trace/rawlog.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* GRANULE: accesses meet in aligned pieces of so many bytes. PIECE: what one thread alone uses is left out
 * in pieces of so many. KEPT: accesses of a granule that are remembered,
 * the last ones by thread, instruction and kind. PAIRS: more are not looked at by anybody. */
enum { GRANULE = 8, PIECE = 512, KEPT = 24, PAIRS = 20000 };
#define SHARED UINT64_MAX

struct kept {
  uint32_t event, time; /* time: the thread's own clock then */
};
struct granule {
  struct kept kept[KEPT];
  uint32_t n, next; /* next: the oldest, once all places are taken */
};

struct pass {
  struct omen_run_trace *t;
  struct omen_hb_order order, lives; /* lives: by the starts and ends of threads alone */
  struct omen_table threads, objects, granules, used, locks; /* dense numbers, from 1 */
  struct omen_table users;                                   /* of a piece: the thread, + 1, or SHARED */
  struct granule *granule;
  size_t n, capacity;
  uint32_t nthreads, nobjects;
  uint32_t *taken_before; /* of an event that takes a lock: the last by another thread, from 1; 0: none */
};

/* ---- records ---- */

static int read_events(struct omen_run_trace *t, const char *dir, struct omen_err *err) {
  char *path = omen_format("%s/events.raw", dir);
  struct omen_rawfile *f = omen_rawfile_open(path, err);
  const struct omen_rawev *records;
  uint64_t first;
  long n = f ? 0 : -1;
  free(path);
  while (f && (n = omen_rawfile_next(f, &records, &first, err)) > 0)
    for (long i = 0; i < n; i++) {
      OMEN_GROW(t->event, t->n, t->capacity);
      t->event[t->n++] = records[i];
    }
  if (f) omen_rawfile_close(f);
  return n < 0 ? -1 : 0;
}

static bool is_write(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE;
}
static bool is_atomic(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_AREAD || e->kind == OMEN_KIND_AWRITE;
}

/* The same in every run that went the same way in this thread: what it is, by whom, and the how manieth. Of a
 * lock that is taken there is no instruction, but it is known which. */
static uint64_t base_name(const struct omen_rawev *e) {
  uint64_t parts[] = {e->thread, e->point, e->site, e->kind, omen_rawev_takes(e) ? e->obj2 : 0};
  return XXH3_64bits(parts, sizeof parts);
}

static void name_events(struct omen_run_trace *t) {
  struct omen_table seen = {0};
  t->name = omen_xcalloc(t->n + 1, sizeof *t->name);
  for (size_t i = 0; i < t->n; i++) {
    uint64_t base = base_name(&t->event[i]), parts[] = {base, (*omen_table_at(&seen, base))++};
    t->name[i] = XXH3_64bits(parts, sizeof parts);
    *omen_table_at(&t->names, t->name[i]) = i;
  }
  omen_table_release(&seen);
}

/* ---- the order ---- */

static uint32_t dense(struct omen_table *table, uint64_t key, uint32_t *n) {
  uint64_t *v = omen_table_at(table, key);
  if (!*v) *v = ++*n;
  return (uint32_t)*v - 1;
}

static void synchronise(struct pass *p, const struct omen_rawev *r, uint32_t thread) {
  struct omen_event e = {.thread = thread, .kind = r->kind};
  bool of_threads = r->kind == OMEN_KIND_FORK || r->kind == OMEN_KIND_JOIN;
  e.obj = of_threads ? dense(&p->threads, r->obj, &p->nthreads) : dense(&p->objects, r->obj, &p->nobjects);
  if (omen_kind_has_source(r->kind)) e.aux = dense(&p->objects, r->obj2, &p->nobjects);
  omen_hb_order_grow(&p->order, p->nthreads, p->nobjects);
  omen_hb_order_sync(&p->order, &e);
  if (!of_threads) return;
  omen_hb_order_grow(&p->lives, p->nthreads, 0);
  omen_hb_order_sync(&p->lives, &e);
}

static void add_pair(struct pass *p, enum omen_pair_kind kind, uint32_t first, uint32_t second) {
  struct omen_run_trace *t = p->t;
  const struct omen_rawev *a = &t->event[first], *b = &t->event[second];
  if (t->npairs >= PAIRS) return;
  for (size_t i = t->npairs; i-- > 0 && t->pair[i].second == second;)
    if (t->pair[i].first == first) return;
  OMEN_GROW(t->pair, t->npairs, t->cpairs);
  uint64_t lo = a->obj > b->obj ? a->obj : b->obj;
  uint64_t hi = a->obj + a->size < b->obj + b->size ? a->obj + a->size : b->obj + b->size;
  t->pair[t->npairs++] = (struct omen_traced_pair){
      .kind = kind, .first = first, .second = second, .where = {lo, kind == OMEN_PAIR_RACE ? hi - lo : 0}};
}

/* ---- accesses ---- */

static bool overlap(const struct omen_rawev *a, const struct omen_rawev *b) {
  return a->obj < b->obj + b->size && b->obj < a->obj + a->size;
}

static void meet(struct pass *p, struct granule *g, uint32_t event, uint32_t thread) {
  const struct omen_rawev *e = &p->t->event[event];
  const uint32_t *clock = omen_hb_order_row(&p->order, thread);
  for (uint32_t i = 0; i < g->n; i++) {
    const struct omen_rawev *was = &p->t->event[g->kept[i].event];
    if (was->thread == e->thread || !overlap(was, e) || (!is_write(was) && !is_write(e))) continue;
    if (is_atomic(was) && is_atomic(e))
      add_pair(p, OMEN_PAIR_ATOMIC, g->kept[i].event, event);
    else if (clock[dense(&p->threads, was->thread, &p->nthreads)] < g->kept[i].time)
      add_pair(p, OMEN_PAIR_RACE, g->kept[i].event, event);
  }
}

static void keep(struct pass *p, struct granule *g, uint32_t event, uint32_t thread) {
  const struct omen_rawev *e = &p->t->event[event];
  struct kept now = {event, omen_hb_order_row(&p->order, thread)[thread]};
  for (uint32_t i = 0; i < g->n; i++) {
    const struct omen_rawev *was = &p->t->event[g->kept[i].event];
    if (was->thread != e->thread || was->site != e->site || was->kind != e->kind) continue;
    g->kept[i] = now;
    return;
  }
  g->kept[g->n < KEPT ? g->n++ : g->next++ % KEPT] = now;
}

static struct granule *granule_at(struct pass *p, struct omen_table *of, uint64_t key) {
  uint64_t *v = omen_table_at(of, key);
  if (!*v) {
    OMEN_GROW(p->granule, p->n, p->capacity);
    p->granule[p->n++] = (struct granule){0};
    *v = p->n;
  }
  return &p->granule[*v - 1];
}

static void find_users(struct pass *p) {
  for (size_t i = 0; i < p->t->n; i++) {
    const struct omen_rawev *e = &p->t->event[i];
    if (!omen_kind_is_access(e->kind)) continue;
    for (uint64_t at = e->obj / PIECE; at <= (e->obj + e->size - 1) / PIECE && e->size; at++) {
      uint64_t *user = omen_table_at(&p->users, at);
      *user = !*user || *user == e->thread + 1u ? e->thread + 1u : SHARED;
    }
  }
}

static void access(struct pass *p, uint32_t event, uint32_t thread) {
  const struct omen_rawev *e = &p->t->event[event];
  uint64_t at = e->obj / GRANULE * GRANULE;
  while (at < e->obj + e->size) {
    if (*omen_table_at(&p->users, at / PIECE) != SHARED) {
      at = (at / PIECE + 1) * PIECE;
      continue;
    }
    struct granule *g = granule_at(p, &p->granules, at / GRANULE);
    meet(p, g, event, thread);
    keep(p, g, event, thread);
    at += GRANULE;
  }
}

/* ---- uses of synchronisation objects ---- */

bool omen_uses_conflict(enum omen_raw_use a, enum omen_raw_use b) {
  bool looks =
      a == OMEN_RAW_USE_LOOK || a == OMEN_RAW_USE_TRY || b == OMEN_RAW_USE_LOOK || b == OMEN_RAW_USE_TRY;
  if (a == OMEN_RAW_USE_END || b == OMEN_RAW_USE_END) return true;
  if (looks) return a != b || a != OMEN_RAW_USE_LOOK;
  return a == OMEN_RAW_USE_TAKE && b == OMEN_RAW_USE_TAKE;
}

static void use(struct pass *p, uint32_t event, uint32_t thread) {
  const struct omen_rawev *e = &p->t->event[event];
  struct granule *g = granule_at(p, &p->used, e->obj);
  omen_hb_order_grow(&p->lives, p->nthreads, 0);
  const uint32_t *clock = omen_hb_order_row(&p->lives, thread);
  uint32_t at = g->n;
  for (uint32_t i = 0; i < g->n; i++) {
    const struct omen_rawev *was = &p->t->event[g->kept[i].event];
    if (was->thread == e->thread && was->size == e->size) at = i;
    if (was->thread == e->thread || !omen_uses_conflict(was->size, e->size)) continue;
    if (clock[dense(&p->threads, was->thread, &p->nthreads)] < g->kept[i].time)
      add_pair(p, OMEN_PAIR_USE, g->kept[i].event, event);
  }
  if (at == KEPT) at = g->next++ % KEPT;
  if (at == g->n) g->n++;
  g->kept[at] = (struct kept){event, clock[thread]};
}

/* Fresh memory has no past. */
static void forget(struct pass *p, const struct omen_rawev *e) {
  uint64_t len = e->obj2;
  for (uint64_t at = e->obj / GRANULE; at <= (e->obj + len - 1) / GRANULE && len < (1 << 20); at++) {
    uint64_t *v = omen_table_find(&p->granules, at);
    if (v && *v) p->granule[*v - 1].n = p->granule[*v - 1].next = 0;
  }
}

/* Taken after another thread took it, though this one may have had it in between, too. */
static void lock(struct pass *p, uint32_t event) {
  const struct omen_rawev *e = &p->t->event[event];
  uint64_t *last = omen_table_at(&p->locks, e->obj);
  uint32_t before = (uint32_t)*last;
  if (before && p->t->event[before - 1].thread == e->thread) before = p->taken_before[before - 1];
  if (before && !(omen_rawev_shared(e) && omen_rawev_shared(&p->t->event[before - 1])))
    add_pair(p, OMEN_PAIR_LOCK, before - 1, event);
  p->taken_before[event] = before;
  *last = (uint64_t)event + 1;
}

static void find_pairs(struct omen_run_trace *t) {
  struct pass p = {.t = t, .taken_before = omen_xcalloc(t->n + 1, sizeof *p.taken_before)};
  omen_hb_order_init(&p.order);
  omen_hb_order_init(&p.lives);
  find_users(&p);
  for (size_t i = 0; i < t->n; i++) {
    const struct omen_rawev *e = &t->event[i];
    uint32_t thread = dense(&p.threads, e->thread, &p.nthreads);
    omen_hb_order_grow(&p.order, p.nthreads, p.nobjects);
    if (e->kind == OMEN_KIND_ALLOC)
      forget(&p, e);
    else if (omen_kind_is_access(e->kind))
      access(&p, (uint32_t)i, thread);
    else if (e->kind == OMEN_KIND_ENTER)
      use(&p, (uint32_t)i, thread);
    else {
      if (omen_rawev_takes(e)) lock(&p, (uint32_t)i);
      synchronise(&p, e, thread);
    }
  }
  omen_hb_order_release(&p.order);
  omen_hb_order_release(&p.lives);
  omen_table_release(&p.threads);
  omen_table_release(&p.objects);
  omen_table_release(&p.granules);
  omen_table_release(&p.used);
  omen_table_release(&p.locks);
  omen_table_release(&p.users);
  free(p.granule);
  free(p.taken_before);
}

/* The number of the record + 1; 0: it is not there. */
static uint32_t find_access(const struct omen_run_trace *t, const struct omen_plan_event *e,
                            struct omen_watch where) {
  for (size_t i = 0; i < t->n; i++) {
    const struct omen_rawev *r = &t->event[i];
    if (r->thread == e->thread && r->point == e->point && r->site == e->site &&
        omen_kind_is_access(r->kind) && is_write(r) == !!e->writes && r->obj < where.addr + where.len &&
        where.addr < r->obj + r->size)
      return (uint32_t)i + 1;
  }
  return 0;
}

void omen_run_trace_add_race(struct omen_run_trace *t, const struct omen_plan_event *first,
                             const struct omen_plan_event *second, struct omen_watch where) {
  uint32_t a = find_access(t, first, where), b = find_access(t, second, where);
  if (a && b) add_pair(&(struct pass){.t = t}, OMEN_PAIR_RACE, a - 1, b - 1);
}

int omen_run_trace_read(struct omen_run_trace *t, const char *dir, const struct omen_outcome *o,
                        struct omen_err *err) {
  *t = (struct omen_run_trace){.calls = o->calls, .ncalls = o->ncalls};
  char *stacks = omen_format("%s/stacks.raw", dir);
  int result = read_events(t, dir, err);
  if (!result && omen_file_exists(stacks)) result = omen_file_read(stacks, &t->stacks, err);
  free(stacks);
  if (result) return omen_run_trace_release(t), -1;
  name_events(t);
  find_pairs(t);
  return 0;
}

void omen_run_trace_release(struct omen_run_trace *t) {
  free(t->event);
  free(t->pair);
  free(t->name);
  omen_table_release(&t->names);
  omen_buf_release(&t->stacks);
  *t = (struct omen_run_trace){0};
}

/* ---- plans ---- */

/* So many accesses of the same name to the same memory come before it. An instruction that reads and writes
 * has two records, and is one access. */
static uint64_t repeats(const struct omen_run_trace *t, uint32_t event, struct omen_watch where) {
  const struct omen_rawev *e = &t->event[event];
  uint64_t n = 0;
  for (uint32_t i = event; i-- > 0;) {
    const struct omen_rawev *was = &t->event[i];
    if (was->thread != e->thread) continue;
    if (was->point != e->point) break;
    bool same = omen_kind_is_access(was->kind) && was->site == e->site && was->obj < where.addr + where.len &&
                where.addr < was->obj + was->size;
    const struct omen_rawev *next = &t->event[i + 1];
    bool half = was->kind == OMEN_KIND_READ && next->kind == OMEN_KIND_WRITE && next->site == was->site &&
                next->obj == was->obj && next->thread == was->thread && next->point == was->point;
    n += same && !half;
  }
  return n;
}

static void name_call(const struct omen_run_trace *t, const struct omen_rawev *e,
                      struct omen_plan_event *out) {
  for (size_t i = 0; i < t->ncalls; i++) {
    const struct omen_out_call *c = &t->calls[i];
    if (c->thread != e->thread || c->point != e->point || c->site != e->site || c->addr != e->obj) continue;
    out->call_point = c->began;
    out->call = (uint32_t)c->nth;
    out->writes = is_write(e);
  }
}

struct omen_plan_event omen_run_trace_event(const struct omen_run_trace *t, uint32_t event,
                                            enum omen_pair_kind kind, struct omen_watch where) {
  const struct omen_rawev *e = &t->event[event];
  struct omen_plan_event out = {.thread = e->thread, .site = e->site, .point = e->point};
  if (kind != OMEN_PAIR_RACE || is_atomic(e))
    out.site = OMEN_NO_SITE;
  else {
    out.repeat = repeats(t, event, where);
    name_call(t, e, &out);
    if (e->site == OMEN_NO_SITE) out.site = OMEN_FREE_SITE;
  }
  return out;
}

struct omen_pcs omen_run_trace_stack(const struct omen_run_trace *t, uint32_t event) {
  uint32_t number = t->event[event].stack;
  size_t at = 0;
  for (uint32_t i = 1; at + sizeof(uint64_t) <= t->stacks.len; i++) {
    uint64_t count;
    memcpy(&count, t->stacks.data + at, sizeof count);
    at += sizeof count;
    if (count > (t->stacks.len - at) / sizeof count) break;
    if (i == number) return (struct omen_pcs){(uint64_t *)(void *)(t->stacks.data + at), count};
    at += count * sizeof count;
  }
  return (struct omen_pcs){0};
}

static bool is_named(const struct omen_rawev *e, const struct omen_plan_event *name) {
  if (e->thread != name->thread || e->point != name->point) return false;
  return name->site == OMEN_NO_SITE || e->site == (name->site == OMEN_FREE_SITE ? OMEN_NO_SITE : name->site);
}

size_t omen_run_trace_find(const struct omen_run_trace *t, const struct omen_plan_event *name) {
  uint64_t nth = name->site == OMEN_NO_SITE ? 0 : name->repeat;
  size_t i = 0;
  while (i < t->n && !(is_named(&t->event[i], name) && !nth--)) i++;
  return i;
}

/* ---- whole threads ---- */

static bool is_of(const struct omen_rawev *e, uint32_t thread, struct omen_watch where) {
  return omen_kind_is_access(e->kind) && e->thread == thread && e->obj < where.addr + where.len &&
         where.addr < e->obj + e->size;
}

static size_t first_of(const struct omen_run_trace *t, uint32_t thread, struct omen_watch where) {
  size_t i = 0;
  while (i < t->n && !is_of(&t->event[i], thread, where)) i++;
  return i;
}

static size_t last_of(const struct omen_run_trace *t, uint32_t thread, struct omen_watch where) {
  size_t i = t->n;
  while (i && !is_of(&t->event[i - 1], thread, where)) i--;
  return i ? i - 1 : t->n;
}

bool omen_run_trace_apart(const struct omen_run_trace *mine, uint32_t held,
                          const struct omen_run_trace *theirs, uint32_t other, struct omen_watch where,
                          struct omen_plan_constraint *out) {
  size_t first = first_of(mine, held, where), last = last_of(theirs, other, where);
  if (first == mine->n || last == theirs->n) return false;
  *out = (struct omen_plan_constraint){
      .how = OMEN_HOW_HOLD_BEFORE,
      .exact = true,
      .earlier = omen_run_trace_event(theirs, (uint32_t)last, OMEN_PAIR_RACE, where),
      .later = omen_run_trace_event(mine, (uint32_t)first, OMEN_PAIR_RACE, where),
      .where = where};
  return true;
}

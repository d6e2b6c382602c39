/* See mcm_solver.h. The terms:
 *
 *   threads     each event is below the next one of its thread, and above what it must come after
 *   locks       of two sections of a lock one ends before the other begins, or one does not begin before the
 * race reads       a read before the race reads from its own write: every other write is before that or after
 * the read. Where the trace has branch events, a read matters only when a later branch of its thread is
 * before the race, or a later write of its thread is read by one that matters
 *
 * Only events before the race are bound by locks and reads; whatever comes later can always be put somewhere.
 */
#include "predict/mcm_solver.h"
#include "symbolic/z3_api.h"
#include <stdlib.h>
#include <string.h>

enum { EFFORT = 1000000, NOTHING = -1 }; /* effort: in Z3's own unit, the same on every machine */
struct omen_mcm_solver {
  const struct omen_window *w;
  uint32_t *most; /* the ideal that is looked at */
  const struct omen_z3_api *z3;
  Z3_context c;
  Z3_solver solver;
  Z3_ast zero, *at;            /* by event: its number */
  Z3_ast *matters;             /* by event: a read that does; NULL: `loose` only */
  int32_t *from;               /* by event: reads, the write; NOTHING: none in the window */
  int32_t *read_before;        /* by event: the latest read of its thread */
  uint32_t **writes, *nwrites; /* by variable */
  uint32_t **step_last;        /* by thread and step: its last event */
};

static void on_error(Z3_context c, Z3_error_code e) {}

static void add(struct omen_mcm_solver *s, Z3_ast term) { s->z3->solver_assert(s->c, s->solver, term); }

static Z3_ast less(const struct omen_mcm_solver *s, uint32_t a, uint32_t b) {
  return s->z3->mk_lt(s->c, s->at[a], s->at[b]);
}
static Z3_ast done(const struct omen_mcm_solver *s, uint32_t e) {
  return s->z3->mk_lt(s->c, s->at[e], s->zero);
}
static Z3_ast not_done(const struct omen_mcm_solver *s, uint32_t e) {
  return s->z3->mk_le(s->c, s->zero, s->at[e]);
}

static bool inside(const struct omen_mcm_solver *s, uint32_t e) { return omen_ideal_has(s->w, s->most, e); }

static bool is_read(const struct omen_event *e) {
  return e->kind == OMEN_KIND_READ || e->kind == OMEN_KIND_AREAD;
}
static bool is_write(const struct omen_event *e) {
  return e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE;
}

/* Must event a come before event b, whatever the order? */
static bool must_before(const struct omen_window *w, uint32_t a, uint32_t b) {
  uint32_t t = w->ev[a].thread, u = w->ev[b].thread;
  if (t == u) return a < b;
  return omen_must_row(&w->must, omen_must_at(&w->must, u, w->step[b]))[t] >= w->step[a];
}

/* Who reads from whom, the reads before each event, the writes of each variable. */
static void survey(struct omen_mcm_solver *s) {
  const struct omen_window *w = s->w;
  int32_t *last = omen_xmalloc(w->vars * sizeof *last), *read = omen_xmalloc(w->threads * sizeof *read);
  for (uint32_t x = 0; x < w->vars; x++) last[x] = NOTHING;
  for (uint32_t t = 0; t < w->threads; t++) read[t] = NOTHING;
  for (uint32_t i = 0; i < w->n; i++) {
    const struct omen_event *e = &w->ev[i];
    s->read_before[i] = read[e->thread];
    s->from[i] = is_read(e) ? last[e->obj] : NOTHING;
    s->step_last[e->thread][w->step[i]] = i;
    if (is_read(e)) read[e->thread] = (int32_t)i;
    if (!is_write(e)) continue;
    last[e->obj] = (int32_t)i;
    s->writes[e->obj] =
        omen_xrealloc(s->writes[e->obj], (s->nwrites[e->obj] + (size_t)1) * sizeof **s->writes);
    s->writes[e->obj][s->nwrites[e->obj]++] = i;
  }
  free(last);
  free(read);
}

/* What may be needed: `must`, the ends of sections that are shared, and what is read from. */
static void find_most(struct omen_mcm_solver *s, const uint32_t *must) {
  const struct omen_window *w = s->w;
  memcpy(s->most, must, w->must.stride * sizeof *s->most);
  for (bool more = true; more;) {
    more = false;
    omen_ideal_close_shared(w, s->most);
    for (uint32_t i = 0; i < w->n; i++) {
      if (!inside(s, i) || s->from[i] == NOTHING || inside(s, (uint32_t)s->from[i])) continue;
      omen_ideal_add(w, s->most, w->ev[s->from[i]].thread, w->step[s->from[i]]);
      more = true;
    }
  }
}

static void add_threads(struct omen_mcm_solver *s) {
  const struct omen_window *w = s->w;
  int32_t *last = omen_xmalloc(w->threads * sizeof *last);
  uint32_t *known = omen_xcalloc(w->threads, sizeof *known); /* by thread: the row that is asserted */
  for (uint32_t t = 0; t < w->threads; t++) last[t] = NOTHING;
  for (uint32_t i = 0; i < w->n; i++) {
    if (!inside(s, i)) continue;
    uint32_t t = w->ev[i].thread, row = omen_must_at(&w->must, t, w->step[i]);
    const uint32_t *now = omen_must_row(&w->must, row), *before = omen_must_row(&w->must, known[t]);
    if (last[t] != NOTHING) add(s, less(s, (uint32_t)last[t], i));
    for (uint32_t u = 0; row != known[t] && u < w->threads; u++)
      if (u != t && now[u] > before[u]) add(s, less(s, s->step_last[u][now[u]], i));
    known[t] = row;
    last[t] = (int32_t)i;
  }
  free(known);
  free(last);
}

static void add_lock_pair(struct omen_mcm_solver *s, const struct omen_section *a,
                          const struct omen_section *b) {
  const struct omen_window *w = s->w;
  Z3_ast any[4];
  unsigned n = 0;
  uint32_t acq_b = b->pos - 1;
  any[n++] = not_done(s, acq_b);
  if (a->pos) any[n++] = not_done(s, a->pos - 1);
  if (a->rel <= s->most[a->thread]) {
    uint32_t rel = s->step_last[a->thread][a->rel];
    if (must_before(w, rel, acq_b)) return;
    any[n++] = less(s, rel, acq_b);
  }
  if (a->pos && b->rel <= s->most[b->thread]) any[n++] = less(s, s->step_last[b->thread][b->rel], a->pos - 1);
  add(s, s->z3->mk_or(s->c, n, any));
}

static void add_locks(struct omen_mcm_solver *s) {
  const struct omen_window *w = s->w;
  for (uint32_t i = 0; i < w->sections; i++)
    for (uint32_t j = i + 1; j < w->sections; j++) {
      const struct omen_section *a = &w->section[i], *b = &w->section[j];
      if (a->lock != b->lock || a->thread == b->thread) continue;
      if (a->acq > s->most[a->thread] || b->acq > s->most[b->thread]) continue;
      if (b->pos) /* of two, one at most was held before the window */
        add_lock_pair(s, a, b);
      else if (a->pos)
        add_lock_pair(s, b, a);
    }
}

/* Unless `off`, the read reads from its own write. */
static void add_read(struct omen_mcm_solver *s, uint32_t r, Z3_ast off) {
  const struct omen_window *w = s->w;
  uint32_t x = w->ev[r].obj;
  int32_t from = s->from[r];
  if (from != NOTHING && w->loose) add(s, s->z3->mk_or(s->c, 2, (Z3_ast[]){off, less(s, (uint32_t)from, r)}));
  for (uint32_t k = 0; k < s->nwrites[x]; k++) {
    uint32_t v = s->writes[x][k];
    if ((int32_t)v == from || !inside(s, v) || must_before(w, r, v)) continue;
    if (from != NOTHING && must_before(w, v, (uint32_t)from)) continue;
    Z3_ast any[3] = {off, less(s, r, v)};
    unsigned n = 2;
    if (from != NOTHING) any[n++] = less(s, v, (uint32_t)from);
    add(s, s->z3->mk_or(s->c, n, any));
  }
}

/* What matters makes what it depends on matter. */
static void add_matters(struct omen_mcm_solver *s, uint32_t i, Z3_ast off) {
  int32_t before = s->read_before[i], from = s->from[i];
  int32_t source = from == NOTHING ? NOTHING : s->read_before[from];
  if (before != NOTHING) add(s, s->z3->mk_or(s->c, 2, (Z3_ast[]){off, s->matters[before]}));
  if (source != NOTHING) add(s, s->z3->mk_or(s->c, 2, (Z3_ast[]){off, s->matters[source]}));
}

static void add_reads(struct omen_mcm_solver *s) {
  const struct omen_window *w = s->w;
  for (uint32_t i = 0; i < w->n; i++) {
    const struct omen_event *e = &w->ev[i];
    if (!inside(s, i)) continue;
    if (is_read(e) && !w->loose) add_read(s, i, not_done(s, i));
    if (!w->loose || (!is_read(e) && e->kind != OMEN_KIND_BRANCH)) continue;
    Z3_ast off = is_read(e) ? s->z3->mk_not(s->c, s->matters[i]) : not_done(s, i);
    if (is_read(e)) add_read(s, i, off);
    add_matters(s, i, off);
  }
}

/* What must be done: the last of each thread. */
static void add_must(struct omen_mcm_solver *s, const uint32_t *must) {
  for (uint32_t t = 0; t < s->w->threads; t++)
    if (must[t]) add(s, done(s, s->step_last[t][must[t]]));
}

static void make_terms(struct omen_mcm_solver *s) {
  const struct omen_window *w = s->w;
  const struct omen_z3_api *z3 = s->z3;
  Z3_sort number = z3->mk_int_sort(s->c), truth = z3->mk_bool_sort(s->c);
  char name[16];
  s->zero = z3->mk_int(s->c, 0, number);
  for (uint32_t i = 0; i < w->n; i++) {
    if (!inside(s, i)) continue;
    snprintf(name, sizeof name, "e%u", i);
    s->at[i] = z3->mk_const(s->c, z3->mk_string_symbol(s->c, name), number);
    snprintf(name, sizeof name, "m%u", i);
    if (w->loose) s->matters[i] = z3->mk_const(s->c, z3->mk_string_symbol(s->c, name), truth);
  }
}

static void make_solver(struct omen_mcm_solver *s) {
  const struct omen_z3_api *z3 = s->z3;
  Z3_config config = z3->mk_config();
  s->c = z3->mk_context(config); /* terms live as long as the context */
  z3->del_config(config);
  z3->set_error_handler(s->c, on_error);
  s->solver = z3->mk_solver_for_logic(s->c, z3->mk_string_symbol(s->c, "QF_IDL"));
  z3->solver_inc_ref(s->c, s->solver);
  Z3_params p = z3->mk_params(s->c);
  z3->params_inc_ref(s->c, p);
  z3->params_set_uint(s->c, p, z3->mk_string_symbol(s->c, "rlimit"), EFFORT);
  z3->solver_set_params(s->c, s->solver, p);
  z3->params_dec_ref(s->c, p);
}

struct omen_mcm_solver *omen_mcm_solver_new(const struct omen_window *w, const uint32_t *must,
                                            struct omen_err *err) {
  const struct omen_z3_api *z3 = omen_z3_load(err);
  if (!z3) return NULL;
  struct omen_mcm_solver *s = omen_xcalloc(1, sizeof *s);
  *s = (struct omen_mcm_solver){.w = w, .z3 = z3};
  s->at = omen_xcalloc(w->n, sizeof *s->at);
  s->matters = omen_xcalloc(w->n, sizeof *s->matters);
  s->from = omen_xcalloc(w->n, sizeof *s->from);
  s->read_before = omen_xcalloc(w->n, sizeof *s->read_before);
  s->writes = omen_xcalloc(w->vars, sizeof *s->writes);
  s->nwrites = omen_xcalloc(w->vars, sizeof *s->nwrites);
  s->step_last = omen_xcalloc(w->threads, sizeof *s->step_last);
  for (uint32_t t = 0; t < w->threads; t++)
    s->step_last[t] = omen_xcalloc(w->thread[t].steps + (size_t)1, sizeof **s->step_last);
  s->most = omen_xcalloc(w->must.stride, sizeof *s->most);
  survey(s);
  find_most(s, must);
  make_solver(s);
  make_terms(s);
  add_threads(s);
  add_locks(s);
  add_reads(s);
  add_must(s, must);
  return s;
}

void omen_mcm_solver_free(struct omen_mcm_solver *s) {
  if (!s) return;
  s->z3->solver_dec_ref(s->c, s->solver);
  s->z3->del_context(s->c);
  for (uint32_t x = 0; x < s->w->vars; x++) free(s->writes[x]);
  for (uint32_t t = 0; t < s->w->threads; t++) free(s->step_last[t]);
  void *all[] = {s->at, s->matters, s->from, s->read_before, s->writes, s->nwrites, s->step_last, s->most, s};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

/* All before the access is done, the access is not. */
static void add_next(struct omen_mcm_solver *s, uint32_t e) {
  const struct omen_window *w = s->w;
  uint32_t t = w->ev[e].thread, step = w->step[e], first = e;
  while (first && w->ev[first - 1].thread == t && w->step[first - 1] == step) first--;
  if (inside(s, first)) add(s, not_done(s, first));
}

struct numbered {
  int64_t at;
  uint32_t event;
};
static int by_place(const void *a, const void *b) {
  const struct numbered *x = a, *y = b;
  if (x->at != y->at) return x->at < y->at ? -1 : 1;
  return x->event < y->event ? -1 : x->event > y->event;
}

/* The events below 0, in order. */
static uint32_t *order_of(struct omen_mcm_solver *s, uint32_t *n) {
  const struct omen_z3_api *z3 = s->z3;
  Z3_model m = z3->solver_get_model(s->c, s->solver);
  struct numbered *v = omen_xmalloc(s->w->n * sizeof *v);
  uint32_t *order = omen_xmalloc(s->w->n * sizeof *order);
  *n = 0;
  z3->model_inc_ref(s->c, m);
  for (uint32_t i = 0; i < s->w->n; i++) {
    Z3_ast value = NULL;
    if (!inside(s, i)) continue;
    v[*n] = (struct numbered){0, i};
    if (!z3->model_eval(s->c, m, s->at[i], true, &value) || !z3->get_numeral_int64(s->c, value, &v[*n].at))
      continue;
    *n += v[*n].at < 0;
  }
  z3->model_dec_ref(s->c, m);
  qsort(v, *n, sizeof *v, by_place);
  for (uint32_t i = 0; i < *n; i++) order[i] = v[i].event;
  free(v);
  return order;
}

enum omen_pair_answer omen_mcm_solver_ask(struct omen_mcm_solver *s, const uint32_t pair[2], uint32_t **order,
                                          uint32_t *n) {
  add_next(s, pair[0]);
  add_next(s, pair[1]);
  Z3_lbool answer = s->z3->solver_check(s->c, s->solver);
  if (answer == Z3_L_TRUE) *order = order_of(s, n);
  return answer == Z3_L_TRUE ? OMEN_PAIR_RACE : answer == Z3_L_FALSE ? OMEN_PAIR_NO : OMEN_PAIR_OPEN;
}

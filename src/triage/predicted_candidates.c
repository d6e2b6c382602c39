/* Candidates of predicted races: see predicted_candidates.h. */
#include "triage/predicted_candidates.h"
#include "detect/pairs.h"
#include "trace/event.h"
#include "trace/rawfile.h"
#include "trace/rawlog.h"
#include <stdlib.h>

/* MOST pairs of places; a program that has more is one whose accesses are ordered by what this cannot see.
 * WITNESSED of them come from the engines at most. */
enum { MOST = 400, WITNESSED = 200 };

struct finder {
  struct omen_predicted_candidates *out;
  struct omen_predicted_trace *t;
  double until; /* omen_spent() */
  struct omen_err *err;
};

/* ---- pairs ---- */

static struct omen_predicted_access named(const struct omen_rawev *e) {
  return (struct omen_predicted_access){.thread = e->thread,
                                        .site = e->site,
                                        .point = e->point,
                                        .where = {e->obj, e->size},
                                        .write = omen_kind_writes(e->kind)};
}

static void clip(struct omen_predicted_pair *p) {
  struct omen_watch *a = &p->access[0].where, *b = &p->access[1].where;
  uint64_t lo = a->addr > b->addr ? a->addr : b->addr, x = a->addr + a->len, y = b->addr + b->len;
  *a = *b = (struct omen_watch){lo, (x < y ? x : y) - lo};
}

static bool same_name(const struct omen_predicted_access *a, const struct omen_predicted_access *b) {
  return a->thread == b->thread && a->site == b->site && a->point == b->point && a->write == b->write;
}

static bool is_known(const struct omen_predicted_candidates *c, const struct omen_predicted_pair *p) {
  for (size_t i = 0; i < c->witnessed; i++)
    if (same_name(&c->pairs[i].access[0], &p->access[0]) && same_name(&c->pairs[i].access[1], &p->access[1]))
      return true;
  return false;
}

/* False: the two do not conflict, or are known. */
static bool add(struct finder *f, const struct omen_rawev *x, const struct omen_rawev *y) {
  struct omen_predicted_candidates *out = f->out;
  if (omen_predicted_excluded(f->t, x, y)) return false;
  if (x->obj >= y->obj + y->size || y->obj >= x->obj + x->size) return false;
  struct omen_predicted_pair p = {{named(x), named(y)}};
  clip(&p);
  if (is_known(out, &p)) return false;
  OMEN_GROW(out->pairs, out->n, out->cap);
  out->pairs[out->n++] = p;
  return true;
}

/* ---- with a witness ---- */

static void witnessed(void *arg, const struct omen_witness *w) {
  struct finder *f = arg;
  struct omen_predicted_candidates *out = f->out;
  if (out->witnessed >= WITNESSED || w->at[0].aux >= f->t->n || w->at[1].aux >= f->t->n) return;
  if (!add(f, &f->t->ev[w->at[0].aux], &f->t->ev[w->at[1].aux])) return;
  OMEN_GROW(out->order, out->witnessed, out->cwitnessed);
  omen_predicted_order_make(&out->order[out->witnessed++], f->t, w, true);
}

/* What is known already is not told again. */
static int ask(struct finder *f, struct omen_source *src, struct omen_prediction *p,
               enum omen_predictor predictor, bool loose) {
  p->predictor = predictor;
  p->loose = loose;
  p->cut_short = false;
  p->seconds = f->until - omen_spent(false);
  return p->seconds > 0 ? omen_predict(src, p, f->err) : 0;
}

/* osr has all of syncp's; mcm asks a solver for what is left. A read need not matter, so that osr is asked
 * once more with reads that may read anything. */
static int predict(struct finder *f) {
  struct omen_prediction p = {.quiet = true, .found = witnessed, .arg = f};
  struct omen_source *src = omen_rawlog_open(f->t->shared, OMEN_SOURCE_SUCCESSION, f->err);
  if (!src) return -1;
  omen_rawlog_locate(src, omen_predicted_place, f->t);
  int result = ask(f, src, &p, OMEN_PREDICT_OSR, false);
  if (!result) result = ask(f, src, &p, OMEN_PREDICT_OSR, true);
  if (!result) result = ask(f, src, &p, OMEN_PREDICT_MCM, false);
  omen_prediction_release(&p);
  omen_source_close(src);
  return result;
}

/* ---- without ---- */

static int add_numbers(struct finder *f, struct omen_rawfile *log, const uint64_t event[2]) {
  struct omen_rawev e[2];
  for (int k = 0; k < 2; k++)
    if (omen_rawfile_at(log, event[k], &e[k], f->err)) return -1;
  add(f, &e[0], &e[1]);
  return 0;
}

static int add_all(struct finder *f, const struct omen_pair_list *list) {
  struct omen_rawfile *log = omen_rawfile_open(f->t->made, f->err);
  struct omen_sample sample[OMEN_SAMPLES_MAX];
  int result = log ? 0 : -1;
  size_t i = 0;
  for (; !result && i < list->n && f->out->n < MOST; i++) {
    uint32_t n = omen_samples_take(list->v[i].samples, sample);
    result = add_numbers(f, log, list->v[i].first);
    for (uint32_t k = 0; !result && k < n && k < 4; k++) result = add_numbers(f, log, sample[k].event);
  }
  f->out->left_out = list->n - i;
  omen_rawfile_close(log);
  return result;
}

static int conflicts(struct finder *f) {
  struct omen_source *src = omen_rawlog_open(f->t->made, OMEN_SOURCE_SUCCESSION, f->err);
  struct omen_pair_list list = {0};
  if (!src) return -1;
  omen_rawlog_locate(src, omen_predicted_place, f->t);
  int result = omen_detect_pairs(src, &list, f->err);
  if (!result) result = add_all(f, &list);
  omen_pair_list_release(&list);
  omen_source_close(src);
  return result;
}

/* ---- all of it ---- */

int omen_predicted_candidates_find(struct omen_predicted_candidates *out, struct omen_predicted_trace *t,
                                   double seconds, struct omen_err *err) {
  struct finder f = {out, t, omen_spent(false) + seconds, err};
  *out = (struct omen_predicted_candidates){0};
  if (!t->accesses) return 0;
  return predict(&f) || conflicts(&f) ? -1 : 0;
}

void omen_predicted_candidates_release(struct omen_predicted_candidates *c) {
  for (size_t i = 0; i < c->witnessed; i++) omen_plan_release(&c->order[i].past);
  free(c->order);
  free(c->pairs);
  *c = (struct omen_predicted_candidates){0};
}

static bool is_instance(const struct omen_predicted_pair *p, const struct omen_instance *one, int side) {
  const struct omen_predicted_access *a = &p->access[side];
  const struct omen_plan_event *e = &one->access[side];
  return a->thread == e->thread && a->site == e->site && a->point == e->point && a->write == !!e->writes;
}

const struct omen_predicted_order *omen_predicted_order_of(const struct omen_predicted_candidates *c,
                                                           const struct omen_instance *one) {
  for (size_t i = 0; i < c->witnessed; i++)
    if (is_instance(&c->pairs[i], one, 0) && is_instance(&c->pairs[i], one, 1))
      return c->order[i].past.leave.at ? &c->order[i] : NULL;
  return NULL;
}

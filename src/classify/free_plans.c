/* Plans of free exploration: see free_plans.h. */
#include "classify/free_plans.h"
#include "trace/event.h"
#include <stdlib.h>
#include <string.h>

/* ---- where to switch ---- */

struct finding {
  const struct omen_run_trace *t;
  struct omen_table objects; /* the thread that used it, + 1; SHARED: several did */
  size_t *last;              /* by thread: the record of its last event, + 1; 0: it has none */
  uint64_t *born;            /* by thread: the record of its creation; UINT64_MAX: nobody saw it */
  uint32_t threads;
};
#define SHARED UINT64_MAX

/* Giving a lock back lets others go on later, and nobody is kept from anything by coming before it. */
static bool gives_back(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_REL || (e->kind == OMEN_KIND_PUBLISH && e->size != OMEN_RAW_HOLD_NONE);
}

/* Other uses have records of their own, or order nothing. */
static bool is_mere_use(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_ENTER && e->size != OMEN_RAW_USE_END && e->size != OMEN_RAW_USE_LOOK;
}

static bool is_sync(const struct omen_rawev *e) {
  bool plain = e->kind == OMEN_KIND_READ || e->kind == OMEN_KIND_WRITE;
  return !plain && e->kind != OMEN_KIND_ALLOC && e->kind != OMEN_KIND_JOIN && !gives_back(e) &&
         !is_mere_use(e);
}

static void look(struct finding *f) {
  for (size_t i = 0; i < f->t->n; i++) {
    const struct omen_rawev *e = &f->t->event[i];
    if (e->thread >= f->threads) f->threads = e->thread + 1;
    if (e->kind == OMEN_KIND_FORK && e->obj >= f->threads) f->threads = (uint32_t)e->obj + 1;
  }
  f->last = omen_xcalloc(f->threads + 1, sizeof *f->last);
  f->born = omen_xcalloc(f->threads + 1, sizeof *f->born);
  memset(f->born, 0xff, f->threads * sizeof *f->born);
  if (f->threads) f->born[0] = 0;
  for (size_t i = 0; i < f->t->n; i++) {
    const struct omen_rawev *e = &f->t->event[i];
    f->last[e->thread] = i + 1;
    if (e->kind == OMEN_KIND_FORK) f->born[e->obj] = i;
    if ((!is_sync(e) && e->kind != OMEN_KIND_ENTER) || e->kind == OMEN_KIND_FORK) continue;
    uint64_t *user = omen_table_at(&f->objects, e->obj);
    *user = !*user || *user == e->thread + 1u ? e->thread + 1u : SHARED;
  }
}

/* What one thread alone uses is nobody else's concern. */
static bool concerns(struct finding *f, const struct omen_rawev *e) {
  if (e->kind == OMEN_KIND_FORK) return true;
  uint64_t *user = omen_table_find(&f->objects, e->obj);
  return user && *user == SHARED;
}

static void add(struct omen_free_switches *s, const struct omen_rawev *e, uint32_t to) {
  OMEN_GROW(s->list, s->n, s->capacity);
  s->list[s->n++] = (struct omen_free_switch){.thread = e->thread, .to = to, .point = e->point};
}

void omen_free_switches_find(struct omen_free_switches *s, const struct omen_run_trace *t) {
  struct finding f = {.t = t};
  *s = (struct omen_free_switches){0};
  look(&f);
  uint64_t *had = omen_xcalloc(f.threads + 1, sizeof *had); /* points have several records */
  for (size_t i = 0; i < t->n; i++) {
    const struct omen_rawev *e = &t->event[i];
    if (!is_sync(e) || had[e->thread] == e->point + 1 || !concerns(&f, e)) continue;
    had[e->thread] = e->point + 1;
    for (uint32_t to = 1; to < f.threads; to++)
      if (to != e->thread && f.born[to] < i && f.last[to] > i) add(s, e, to);
  }
  free(had);
  free(f.last);
  free(f.born);
  omen_table_release(&f.objects);
}

void omen_free_switches_release(struct omen_free_switches *s) {
  free(s->list);
  *s = (struct omen_free_switches){0};
}

/* ---- plans ---- */

struct omen_plan omen_free_base(uint64_t leave) {
  return (struct omen_plan){.leave = {.at = OMEN_LEAVE_EVENT, .count = leave},
                            .tail = {.strategy = OMEN_STRATEGY_RUN},
                            .follow = true};
}

/* By turns; the last first; then by chance. */
static struct omen_plan sample(uint64_t leave, uint64_t seed, int i) {
  static const uint32_t turns[] = {OMEN_STRATEGY_POS, OMEN_STRATEGY_PCT, OMEN_STRATEGY_RANDOM};
  struct omen_plan p = {
      .leave = {.at = OMEN_LEAVE_EVENT, .count = leave},
      .tail = {.strategy = i ? turns[i % 3] : OMEN_STRATEGY_RR, .seed = seed + (uint64_t)i}};
  if (i != 1) return p;
  p.tail.strategy = OMEN_STRATEGY_RUN;
  p.tail.seed = OMEN_TAIL_LAST_FIRST;
  return p;
}

static void stop_before(struct omen_plan *p, const struct omen_free_switch *s) {
  struct omen_plan_decision d = {
      .kind = OMEN_DECISION_SWITCH, .thread = s->thread, .to = s->to, .point = s->point, .turn = 1};
  omen_plan_add_decision(p, &d);
}

static uint64_t common_divisor(uint64_t a, uint64_t b) { return b ? common_divisor(b, a % b) : a; }

/* All of them, each once, the first few spread over the whole run: steps of the golden section. */
static const struct omen_free_switch *spread(const struct omen_free_switches *s, size_t k) {
  size_t step = s->n * 618 / 1000 + 1;
  while (common_divisor(step, s->n) != 1) step++;
  return &s->list[k * step % s->n];
}

/* The k-th of the switches of a thread; NULL: it has fewer. */
static const struct omen_free_switch *of_thread(const struct omen_free_switches *s, uint32_t thread,
                                                size_t k) {
  for (size_t i = 0; i < s->n; i++) {
    const struct omen_free_switch *one = spread(s, i);
    if (one->thread == thread && !k--) return one;
  }
  return NULL;
}

/* One switch; when all were tried, two: the second is of the thread that goes on behind the first. */
static bool directed(const struct omen_free_switches *s, uint64_t leave, size_t k, struct omen_plan *out) {
  const struct omen_free_switch *first = spread(s, k % s->n), *second = NULL;
  if (k >= s->n && !(second = of_thread(s, first->to, k / s->n - 1))) return false;
  *out = omen_free_base(leave);
  stop_before(out, first);
  if (second) stop_before(out, second);
  return true;
}

struct omen_plan omen_free_plan(const struct omen_free_switches *s, uint64_t leave, uint64_t seed, int i) {
  enum { OF = 3 }; /* the last of so many is sampled */
  struct omen_plan p;
  if (!i) return omen_free_base(leave);
  int k = (i - 1) / OF * (OF - 1) + (i - 1) % OF;
  if (!s->n || (i - 1) % OF == OF - 1) return sample(leave, seed, s->n ? (i - 1) / OF : i - 1);
  return directed(s, leave, (size_t)k, &p) ? p : sample(leave, seed, i);
}

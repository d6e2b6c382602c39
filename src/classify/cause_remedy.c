/* What would prevent it, tried: see cause_parts.h. The remedy is assumed in the schedule that fails, and in
 * others that are sampled from the same start; each must come to its end without the failure. */
#include "classify/cause_parts.h"
#include "trace/event.h"
#include <string.h>

/* SAMPLED: other schedules. Each costs about as much as one reversed pair. */
enum { SAMPLED = 8, SECTIONS = 16 };

struct section {
  uint32_t thread, first, last; /* numbers of records */
  uint32_t begin, end;          /* sites */
  struct omen_watch where;
};

struct remedy {
  struct omen_asking *a;
  struct section of[SECTIONS];
  size_t n;
};

/* ---- critical sections ---- */

/* What did not come is behind all that did. */
static uint32_t record(const struct omen_asking *a, const struct omen_candidate *p, int k) {
  return p->of[k] == &a->trace ? p->event[k] : (uint32_t)a->trace.n + p->event[k];
}

static void cover(struct omen_watch *all, struct omen_watch one) {
  uint64_t end = all->addr + all->len > one.addr + one.len ? all->addr + all->len : one.addr + one.len;
  if (one.addr < all->addr) all->addr = one.addr;
  all->len = end - all->addr;
}

/* One thread's accesses of the cause are one section, from its first to its last. */
static void add_access(struct remedy *m, uint32_t at, uint32_t thread, uint32_t site,
                       struct omen_watch where) {
  struct section *s = NULL;
  for (size_t i = 0; i < m->n; i++)
    if (m->of[i].thread == thread) s = &m->of[i];
  if (!s && m->n == SECTIONS) return;
  if (!s) {
    m->of[m->n++] = (struct section){thread, at, at, site, site, where};
    return;
  }
  if (at < s->first) s->first = at, s->begin = site;
  if (at > s->last) s->last = at, s->end = site;
  cover(&s->where, where);
}

/* What belongs to an access: the one before and the one after it, of the same thread to the same memory, by
 * other instructions. */
static void add_neighbours(struct remedy *m, uint32_t at, struct omen_watch where) {
  const struct omen_run_trace *t = &m->a->trace;
  for (int step = -1; step <= 1 && at < t->n; step += 2)
    for (size_t i = at + (size_t)step; i < t->n; i += (size_t)step) {
      const struct omen_rawev *e = &t->event[i];
      if (e->thread != t->event[at].thread || e->site == t->event[at].site || !omen_kind_is_access(e->kind) ||
          e->obj >= where.addr + where.len || where.addr >= e->obj + e->size)
        continue;
      add_access(m, (uint32_t)i, e->thread, e->site, where);
      break;
    }
}

/* Several threads run the same code: where one of them has come to its first access only, the section is the
 * longer one of the other. */
static bool is_part(const struct remedy *m, size_t i) {
  for (size_t k = 0; k < m->n; k++) {
    bool longer = m->of[k].begin != m->of[k].end, same = m->of[k].end == m->of[i].end;
    if (k != i && m->of[k].begin == m->of[i].begin && (same ? k < i : longer)) return true;
  }
  return false;
}

static bool make_sections(struct remedy *m, const uint32_t *pairs, size_t n, bool whole) {
  bool several = false;
  m->n = 0;
  for (size_t i = 0; i < n; i++) {
    const struct omen_candidate *p = &m->a->pair[pairs[i]];
    if (p->kind != OMEN_PAIR_RACE) return false;
    for (int k = 0; k < 2; k++) {
      const struct omen_rawev *e = omen_candidate_event(p, k);
      add_access(m, record(m->a, p, k), e->thread, e->site, p->where);
      if (whole) add_neighbours(m, record(m->a, p, k), p->where);
    }
  }
  for (size_t i = 0; i < m->n; i++) several |= m->of[i].first != m->of[i].last;
  return several;
}

static void assume_sections(const struct remedy *m, struct omen_plan *plan) {
  for (size_t i = 0; i < m->n; i++) {
    struct omen_plan_constraint c = {.how = OMEN_HOW_TOGETHER,
                                     .earlier = {.site = m->of[i].begin},
                                     .later = {.site = m->of[i].end},
                                     .where = m->of[i].where};
    if (!is_part(m, i)) omen_plan_add_constraint(plan, &c);
  }
}

/* ---- schedules ---- */

/* The failing one, and then others. */
static struct omen_plan schedule(const struct omen_asking *a, int i) {
  static const uint32_t turns[] = {OMEN_STRATEGY_RANDOM, OMEN_STRATEGY_POS, OMEN_STRATEGY_PCT};
  if (!i) return omen_plan_copy(a->q->plan);
  return (struct omen_plan){
      .leave = a->q->plan->leave,
      .tail = {.strategy = turns[i % 3], .outside = a->q->plan->tail.outside, .seed = (uint64_t)i},
      .every = a->q->plan->every};
}

static void assume(const struct remedy *m, const uint32_t *pairs, size_t n, struct omen_plan *plan) {
  plan->then = OMEN_THEN_AT_ONCE;
  if (m->a->out->remedy.assumed == OMEN_ASSUMED_TOGETHER)
    assume_sections(m, plan);
  else
    for (size_t i = 0; i < n; i++) {
      struct omen_plan_constraint c = omen_candidate_order(&m->a->pair[pairs[i]], true);
      omen_plan_add_constraint(plan, &c);
    }
}

/* What was assumed was so in this run: a section was entered, or the two came in that order. */
static bool was_so(const struct omen_remedy *r, const struct omen_outcome *o) {
  if (r->assumed == OMEN_ASSUMED_ORDER) return o->awaited == OMEN_PLAN_MET;
  return omen_outcome_counter(o, "assumed") && !omen_outcome_counter(o, "assumed_broken");
}

static void count(const struct omen_asking *a, const struct omen_result *r) {
  struct omen_remedy *m = &a->out->remedy;
  if (!was_so(m, &r->outcome)) return;
  bool fails = a->q->goal->shows(a->q->goal->context, r);
  if (!fails && !a->q->sound(a->q->goal->context, r)) return; /* something else goes wrong: nobody knows */
  m->schedules++;
  m->fail += fails;
}

static int try(struct remedy *m, const uint32_t *pairs, size_t n) {
  struct omen_asking *a = m->a;
  struct omen_plan plan[1 + SAMPLED];
  struct omen_result r[1 + SAMPLED];
  for (int i = 0; i <= SAMPLED; i++) {
    plan[i] = schedule(a, i);
    assume(m, pairs, n, &plan[i]);
  }
  int result = omen_explore(a->q->x, plan, 1 + SAMPLED, r, a->err);
  for (int i = 0; i <= SAMPLED; i++) {
    omen_plan_release(&plan[i]);
    if (result) continue;
    count(a, &r[i]);
    omen_result_release(&r[i]);
  }
  return result ? -1 : 0;
}

/* Nothing failed, in some schedule at least. */
static bool helps(const struct omen_remedy *r) { return r->schedules && !r->fail; }

/* Where each thread has one access in the cause, both with what belongs to them are tried first: a lock
 * around them is a remedy whatever thread it is. If there is no such thing, or it does not help, the order.
 */
int omen_asking_remedy(struct omen_asking *a, const uint32_t *pairs, size_t n) {
  struct remedy m = {.a = a};
  struct omen_remedy *out = &a->out->remedy;
  if (!a->out->tested || omen_asking_over(a)) return 0;
  bool named = make_sections(&m, pairs, n, false);
  if (named || make_sections(&m, pairs, n, true)) {
    *out = (struct omen_remedy){.assumed = OMEN_ASSUMED_TOGETHER};
    if (try(&m, pairs, n)) return -1;
    if (named || helps(out)) return 0;
  }
  *out = (struct omen_remedy){.assumed = OMEN_ASSUMED_ORDER};
  return try(&m, pairs, 1);
}

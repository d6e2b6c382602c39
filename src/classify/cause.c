/* Asking for causes: see cause.h. */
#include "classify/cause_parts.h"
#include "trace/event.h"
#include <stdlib.h>
#include <string.h>

/* ---- the answer ---- */

static struct omen_cause_side side_of(const struct omen_candidate *p, int k) {
  const struct omen_rawev *e = omen_candidate_event(p, k);
  bool lock = !omen_kind_is_access(e->kind);
  struct omen_pcs stack = omen_run_trace_stack(p->of[k], p->event[k]);
  struct omen_cause_side s = {.thread = e->thread,
                              .site = lock ? OMEN_NO_SITE : e->site,
                              .point = e->point,
                              .addr = lock ? e->obj2 : e->obj,
                              .size = lock ? 0 : e->size,
                              .write = e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE,
                              .atomic = e->kind == OMEN_KIND_AREAD || e->kind == OMEN_KIND_AWRITE,
                              .use = e->kind == OMEN_KIND_ENTER ? e->size : OMEN_RAW_USE_NONE};
  s.pcs = omen_xcalloc(stack.n + 1, sizeof *s.pcs);
  s.npcs = stack.n;
  if (stack.n) memcpy(s.pcs, stack.pc, stack.n * sizeof *s.pcs);
  return s;
}

static void blame(struct omen_asking *a, uint32_t pair) {
  const struct omen_candidate *p = &a->pair[pair];
  struct omen_cause *c = a->out;
  bool object = p->kind == OMEN_PAIR_LOCK || p->kind == OMEN_PAIR_USE;
  c->pairs = omen_xrealloc(c->pairs, (c->npairs + 1) * sizeof *c->pairs);
  c->pairs[c->npairs++] = (struct omen_cause_pair){
      .kind = p->kind,
      .side = {side_of(p, 0), side_of(p, 1)},
      .reversed = omen_candidate_order(p, true),
      .where = object ? (struct omen_watch){omen_candidate_event(p, 0)->obj2, 0} : p->where};
}

static bool destroys(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_ENTER && e->size == OMEN_RAW_USE_END;
}

/* Did one of the two threads take the lock before and after the other's turn? Then its two turns were meant
 * to be one. What is destroyed has no turns: all the others must have had theirs. */
static bool between(const struct omen_asking *a, const struct omen_candidate *p) {
  const struct omen_rawev *x = omen_candidate_event(p, 0), *y = omen_candidate_event(p, 1);
  bool again = false, before = false;
  if (destroys(x) || destroys(y)) return false;
  for (size_t i = 0; i < a->trace.n; i++) {
    const struct omen_rawev *e = &a->trace.event[i];
    if (e->obj != x->obj || omen_kind_is_access(e->kind) != omen_kind_is_access(x->kind)) continue;
    if (!omen_kind_is_access(e->kind) && e->kind != x->kind) continue;
    before |= e->thread == y->thread && i < p->event[0];
    again |= p->of[1] == &a->trace && e->thread == x->thread && i > p->event[1];
  }
  return before || again;
}

/* One thread's turns at two objects with the other's turns at both between them: that is in no order of the
 * two as wholes. */
static bool crosses(const struct omen_asking *a, const uint32_t *pairs, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++) {
      const struct omen_candidate *p = &a->pair[pairs[i]], *q = &a->pair[pairs[k]];
      if (omen_candidate_event(p, 0)->thread == omen_candidate_event(q, 1)->thread &&
          omen_candidate_event(p, 1)->thread == omen_candidate_event(q, 0)->thread &&
          p->event[0] < q->event[0])
        return true;
    }
  return false;
}

/* Nothing goes wrong with the plan, in a fresh process. */
static int confirm(struct omen_asking *a, struct omen_plan plan) {
  struct omen_result r;
  omen_plan_release(&a->out->prevented);
  a->out->prevented = plan;
  if (omen_explore_fresh(a->q->x, &a->out->prevented, 1, &r, a->err)) return -1;
  a->out->tested = omen_asking_well(a, &r);
  omen_result_release(&r);
  return 0;
}

/* APART: races of the run, the last ones, that tell which threads to keep apart, and from what. */
enum { APART = 12 };

static int keep_apart(struct omen_asking *a, uint32_t pair) {
  struct omen_plan out;
  bool found;
  if (omen_asking_apart(a, pair, &out, &found) || (found && confirm(a, out))) return -1;
  if (found) a->out->further = 1;
  return 0;
}

/* A pair that cures by itself; or one that does so and reverses what is blamed, too; or, where something else
 * goes wrong behind it, with the order of that reversed as well, or with the two threads kept apart. */
static int show_prevented(struct omen_asking *a, const uint32_t *pairs, size_t n) {
  bool found;
  for (int other = 0; other < 2; other++)
    for (size_t i = 0; i < a->nflips && !a->out->tested; i++) {
      const struct omen_flip *f = &a->flip[i];
      bool mine = false;
      for (size_t k = 0; k < n; k++)
        mine |= other ? f->set && f->set[a->pair[pairs[k]].class] : f->pair == pairs[k];
      if (!f->cures || !mine) continue;
      if (confirm(a, omen_asking_reversed(a, &f->pair, 1))) return -1;
      a->out->further = other;
    }
  for (size_t i = 0; i < n && !a->out->tested && !omen_asking_over(a); i++) {
    struct omen_plan from = omen_asking_reversed(a, &pairs[i], 1), out = {0};
    int result = omen_asking_extend(a, &from, &out, &found);
    omen_plan_release(&from);
    if (result) return -1;
    a->out->further = (int)out.nconstraints - 1;
    if (found && confirm(a, out)) return -1;
  }
  for (size_t i = 0; i < n && !a->out->tested && !omen_asking_over(a); i++)
    if (keep_apart(a, pairs[i])) return -1;
  for (size_t i = 0; i < a->nflips && i < APART && !a->out->tested && !omen_asking_over(a); i++)
    if (keep_apart(a, a->flip[i].pair)) return -1;
  return 0;
}

/* The recorded run, with the two events in the order that they have here. */
static int ask_enough(struct omen_asking *a, const uint32_t *pairs, size_t n) {
  if (!a->q->recorded) return 0;
  struct omen_plan p = omen_plan_copy(a->q->recorded);
  p.then = OMEN_THEN_AT_ONCE;
  for (size_t i = 0; i < n; i++) {
    struct omen_plan_constraint c = omen_candidate_order(&a->pair[pairs[i]], false);
    omen_plan_add_constraint(&p, &c);
  }
  struct omen_result r;
  int result = omen_explore(a->q->x, &p, 1, &r, a->err);
  omen_plan_release(&p);
  if (result) return -1;
  bool shows = a->q->goal->shows(a->q->goal->context, &r);
  if (shows)
    a->out->enough = OMEN_ENOUGH_YES;
  else if (r.outcome.awaited == OMEN_PLAN_MET)
    a->out->enough = OMEN_ENOUGH_NO;
  omen_result_release(&r);
  return 0;
}

/* The recorded run has this race; `turned`: in the other order. */
static bool is_recorded(const struct omen_asking *a, const struct omen_candidate *p, bool turned) {
  const struct omen_run_trace *r = a->q->recorded_trace;
  uint32_t x = omen_candidate_event(p, 0)->site, y = omen_candidate_event(p, 1)->site;
  for (size_t i = 0; r && i < r->npairs; i++) {
    uint32_t first = r->event[r->pair[i].first].site, second = r->event[r->pair[i].second].site;
    bool same = (first == y && second == x) || (!turned && first == x && second == y);
    if (same && r->pair[i].kind == OMEN_PAIR_RACE) return true;
  }
  return false;
}

/* The later of the two is the very access that is wrong: their race does that, whatever comes behind it. */
static bool is_failure(const struct omen_asking *a, const struct omen_candidate *p) {
  return a->failing.outcome.end == OMEN_END_DEFECT && p->of[1] == &a->trace &&
         p->event[1] + 1 == a->trace.n && is_recorded(a, p, false);
}

/* Those of a kind that remove the failure and reverse the least, behind the n that there are. */
static size_t least(const struct omen_asking *a, bool races, bool cures, uint32_t *pairs, size_t n) {
  bool alone = !n;
  for (size_t i = 0; i < a->nflips; i++) {
    const struct omen_flip *f = &a->flip[i];
    const struct omen_candidate *p = &a->pair[f->pair];
    if ((p->kind == OMEN_PAIR_RACE) == races && f->cures == cures && omen_flip_least(a, f) &&
        (alone || is_failure(a, p)) && !omen_asking_had(a, pairs, n, p->class))
      pairs[n++] = f->pair;
  }
  return n;
}

/* Races of the recorded run without which another failure comes instead: they decide which of the two it is.
 */
static size_t deciding(const struct omen_asking *a, uint32_t *pairs, size_t n) {
  for (size_t i = 0; i < a->nflips; i++) {
    const struct omen_candidate *p = &a->pair[a->flip[i].pair];
    if (p->kind == OMEN_PAIR_RACE && a->flip[i].other && is_recorded(a, p, true) &&
        !omen_asking_had(a, pairs, n, p->class))
      pairs[n++] = a->flip[i].pair;
  }
  return n;
}

static const struct omen_flip *flip_of(const struct omen_asking *a, uint32_t pair) {
  size_t i = 0;
  while (a->flip[i].pair != pair) i++;
  return &a->flip[i];
}

static uint64_t object_of(const struct omen_asking *a, uint32_t pair) {
  return omen_candidate_event(&a->pair[pair], 0)->obj;
}

/* Some let the thread that fails come to the same access and find it in order; others, at other objects, keep
 * it from coming there. Then the first decide whether that access is right, and the others only whether it is
 * made. */
static size_t nearest(const struct omen_asking *a, uint32_t *pairs, size_t n) {
  uint32_t near[OMEN_CAUSE_FLIPS];
  size_t kept = 0;
  bool any = false;
  for (size_t i = 0; i < n; i++) any |= flip_of(a, pairs[i])->comes;
  for (size_t i = 0; i < n; i++) {
    bool mine = !any;
    for (size_t k = 0; k < n; k++)
      mine |= flip_of(a, pairs[k])->comes && object_of(a, pairs[k]) == object_of(a, pairs[i]);
    if (mine) near[kept++] = pairs[i];
  }
  memcpy(pairs, near, kept * sizeof *near);
  return kept;
}

/* Races before regions. What only lets something else go wrong is to blame where nothing cures that does not
 * reverse it as well, or where it is the failure itself. */
static int answer(struct omen_asking *a, bool *found) {
  uint32_t pairs[OMEN_CAUSE_FLIPS];
  size_t n = 0;
  bool race = true, locks = false;
  n = least(a, true, true, pairs, 0);
  n = least(a, true, false, pairs, n);
  if (!n) {
    race = false;
    n = nearest(a, pairs, least(a, false, true, pairs, 0));
    if (!n) n = least(a, false, false, pairs, 0);
  }
  *found = n > 0;
  if (!n) return 0;
  for (size_t i = 0; i < n; i++) locks |= between(a, &a->pair[pairs[i]]);
  locks |= !race && crosses(a, pairs, n);
  size_t all = race ? n : deciding(a, pairs, n);
  for (size_t i = 0; i < all; i++) blame(a, pairs[i]);
  a->out->kind = all > n ? OMEN_CAUSE_RACES
                 : race  ? OMEN_CAUSE_RACE
                 : locks ? OMEN_CAUSE_ATOMICITY
                         : OMEN_CAUSE_ORDER;
  if (show_prevented(a, pairs, n) || omen_asking_remedy(a, pairs, n)) return -1;
  for (size_t i = 0; i < n && a->out->enough != OMEN_ENOUGH_YES; i++)
    if (ask_enough(a, &pairs[i], 1)) return -1;
  if (!race || n < 2 || a->out->enough == OMEN_ENOUGH_YES) return 0;
  enum omen_enough alone = a->out->enough;
  if (ask_enough(a, pairs, n)) return -1;
  if (a->out->enough == OMEN_ENOUGH_YES)
    a->out->kind = OMEN_CAUSE_RACES; /* each is needed, and together they are enough */
  else
    a->out->enough = alone;
  return 0;
}

static int answer_together(struct omen_asking *a) {
  uint32_t pairs[OMEN_CAUSE_FLIPS];
  size_t n, blamed;
  if (omen_asking_together(a, pairs, &n, &blamed)) return -1;
  if (!n) return 0;
  for (size_t i = 0; i < blamed; i++) blame(a, pairs[i]);
  a->out->kind = blamed > 1 ? OMEN_CAUSE_RACES : OMEN_CAUSE_RACE;
  a->out->further = (int)(n - blamed);
  if (confirm(a, omen_asking_reversed(a, pairs, n)) || omen_asking_remedy(a, pairs, blamed)) return -1;
  return ask_enough(a, pairs, blamed);
}

/* Nothing else helps but to keep two threads apart: the race nearest to the failure for which that does. */
static int answer_apart(struct omen_asking *a) {
  for (size_t i = 0; i < a->nflips && i < APART && !omen_asking_over(a); i++) {
    uint32_t pair = a->flip[i].pair;
    if (keep_apart(a, pair)) return -1;
    if (!a->out->tested) continue;
    blame(a, pair);
    a->out->kind = OMEN_CAUSE_RACES;
    return omen_asking_remedy(a, &pair, 1) || ask_enough(a, &pair, 1) ? -1 : 0;
  }
  return 0;
}

/* ---- one reason behind the other ---- */

/* CHAINS: pairs behind which a second one is searched, the last of the run first. */
enum { CHAINS = 4 };

static bool is_chained(const struct omen_asking *a, const struct omen_flip *f) {
  return f->met && !f->cures && !f->other && a->pair[f->pair].kind == OMEN_PAIR_RACE;
}

/* With `f` reversed it happens all the same: is there a pair in that run which cures then? `b`: its trace,
 * which the answer refers to. */
static int ask_behind(struct omen_asking *a, const struct omen_flip *f, struct omen_asking *b, bool *found) {
  struct omen_plan from = omen_asking_reversed(a, &f->pair, 1);
  struct omen_cause_question next = *a->q;
  struct omen_cause none = {0};
  bool shows;
  next.plan = &from;
  *b = (struct omen_asking){.q = &next, .out = &none, .err = a->err};
  int result = omen_asking_open(b, &shows);
  if (!result && shows) result = omen_asking_flip(b);
  for (size_t i = 0; !result && i < b->nflips && !*found; i++) {
    const struct omen_candidate *p = &b->pair[b->flip[i].pair];
    if (!b->flip[i].cures || p->kind != OMEN_PAIR_RACE) continue;
    OMEN_GROW(a->pair, a->npairs, a->cpairs);
    a->pair[a->npairs++] = *p;
    *found = true;
  }
  omen_plan_release(&from);
  return result;
}

static int answer_both(struct omen_asking *a, uint32_t first) {
  uint32_t pairs[2] = {first, (uint32_t)a->npairs - 1};
  if (confirm(a, omen_asking_reversed(a, pairs, 2))) return -1;
  if (!a->out->tested) return 0;
  for (int k = 0; k < 2; k++) blame(a, pairs[k]);
  a->out->kind = OMEN_CAUSE_RACES;
  return omen_asking_remedy(a, pairs, 2) || ask_enough(a, pairs, 2) ? -1 : 0;
}

/* `assert(a && b)` fails with either missing, and does not look at `b` where `a` is: what else is needed
 * shows only in the run in which the first is as it should be. */
static int answer_chain(struct omen_asking *a) {
  struct omen_asking *b = omen_xcalloc(1, sizeof *b);
  int result = 0, chains = 0;
  for (size_t i = 0; !result && i < a->nflips && !a->out->tested && !omen_asking_over(a); i++) {
    bool found = false;
    if (chains == CHAINS || !is_chained(a, &a->flip[i])) continue;
    chains++;
    result = ask_behind(a, &a->flip[i], b, &found);
    if (!result && found) result = answer_both(a, a->flip[i].pair);
    omen_asking_close(b);
  }
  free(b);
  return result;
}

int omen_cause_ask(const struct omen_cause_question *q, struct omen_cause *out, struct omen_err *err) {
  struct omen_asking *a = omen_xcalloc(1, sizeof *a);
  bool shows, found = false;
  *out = (struct omen_cause){0};
  *a = (struct omen_asking){.q = q, .out = out, .err = err};
  int result = omen_asking_open(a, &shows);
  if (!result && shows) {
    result = omen_asking_flip(a);
    if (!result) result = omen_asking_look(a);
    if (!result) result = omen_asking_bystanders(a);
    if (!result) result = omen_asking_part(a);
    if (!result) result = answer(a, &found);
    if (!result && !found) result = answer_together(a);
    if (!result && !found && !out->npairs) result = answer_chain(a);
    if (!result && !found && !out->npairs) result = answer_apart(a);
    if (!result) result = omen_asking_orders(a);
  }
  omen_asking_close(a);
  free(a);
  if (result) omen_cause_release(out);
  return result;
}

void omen_cause_release(struct omen_cause *c) {
  for (size_t i = 0; i < c->npairs; i++)
    for (int k = 0; k < 2; k++) free(c->pairs[i].side[k].pcs);
  free(c->pairs);
  omen_plan_release(&c->prevented);
  free(c->remedy.orders);
  *c = (struct omen_cause){0};
}

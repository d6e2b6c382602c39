/* Pairs reversed one at a time, and what that reversed besides: see cause_parts.h. */
#include "classify/cause_parts.h"
#include "trace/event.h"
#include <stdlib.h>

/* AT_ONCE: plans of a batch. TRACED: runs whose set of reversed pairs is looked at. */
enum { AT_ONCE = 16, TRACED = 32 };

struct omen_plan omen_asking_reversed(const struct omen_asking *a, const uint32_t *pairs, size_t n) {
  struct omen_plan p = omen_plan_copy(a->q->plan);
  p.then = OMEN_THEN_AT_ONCE;
  for (size_t i = 0; i < n; i++) {
    struct omen_plan_constraint c = omen_candidate_order(&a->pair[pairs[i]], true);
    omen_plan_add_constraint(&p, &c);
  }
  return p;
}

bool omen_asking_well(const struct omen_asking *a, const struct omen_result *r) {
  const struct omen_schedule_goal *goal = a->q->goal;
  return r->outcome.end != OMEN_END_LOST && !goal->shows(goal->context, r) && a->q->sound(goal->context, r);
}

enum omen_reversal omen_asking_weigh(const struct omen_asking *a, const struct omen_result *r) {
  const struct omen_schedule_goal *goal = a->q->goal;
  if (goal->shows(goal->context, r)) return OMEN_REVERSAL_SAME;
  if (r->outcome.awaited != OMEN_PLAN_MET || r->outcome.end == OMEN_END_LOST) return OMEN_REVERSAL_NONE;
  return a->q->sound(goal->context, r) ? OMEN_REVERSAL_CURE : OMEN_REVERSAL_OTHER;
}

/* ---- reversing ---- */

int omen_asking_flip(struct omen_asking *a) {
  int result = 0;
  for (size_t at = 0; !result && at < a->nflips && !omen_asking_over(a); at += AT_ONCE) {
    struct omen_plan plans[AT_ONCE];
    struct omen_result r[AT_ONCE];
    size_t n = a->nflips - at < AT_ONCE ? a->nflips - at : AT_ONCE;
    for (size_t i = 0; i < n; i++) plans[i] = omen_asking_reversed(a, &a->flip[at + i].pair, 1);
    result = omen_explore(a->q->x, plans, n, r, a->err);
    for (size_t i = 0; i < n; i++) {
      omen_plan_release(&plans[i]);
      if (result) continue;
      struct omen_flip *f = &a->flip[at + i];
      enum omen_reversal was = omen_asking_weigh(a, &r[i]);
      f->met = r[i].outcome.awaited == OMEN_PLAN_MET;
      f->cures = was == OMEN_REVERSAL_CURE;
      f->other = was == OMEN_REVERSAL_OTHER;
      a->out->tried++;
      a->out->reversed += f->met;
      a->out->cured += f->cures;
      omen_result_release(&r[i]);
    }
  }
  return result;
}

/* ---- what that reversed ---- */

/* Both came, the other way round. */
static bool is_reversed(const struct omen_run_trace *in, const struct omen_candidate *p) {
  const uint64_t *x = omen_table_find(&in->names, p->of[0]->name[p->event[0]]),
                 *y = omen_table_find(&in->names, p->of[1]->name[p->event[1]]);
  return x && y && *y < *x;
}

/* Event k of p comes at or before that of q, in their thread. What is missing comes after all that is there.
 */
static bool not_after(const struct omen_candidate *p, const struct omen_candidate *q, int k) {
  if (omen_candidate_event(p, k)->thread != omen_candidate_event(q, k)->thread) return false;
  if (p->of[k] != q->of[k]) return p->of[k] == p->of[0];
  return p->event[k] <= q->event[k];
}

/* Whoever reverses `done` makes all that the later thread did up to there come before all that the earlier
 * one does from there on: `p` is reversed with it, even if the run went another way by then. */
static bool is_dragged(const struct omen_candidate *done, const struct omen_candidate *p) {
  return not_after(done, p, 0) && not_after(p, done, 1);
}

/* An event that did not come at all comes with every cure that lets the run go on: that says nothing. */
static bool changes(const struct omen_run_trace *in, const struct omen_candidate *done,
                    const struct omen_candidate *p) {
  return p->of[0] == p->of[1] && (is_reversed(in, p) || is_dragged(done, p));
}

/* Where the failing thread does the same as before and then no more, somebody else went wrong first, or it
 * did so itself, and nobody knows whether the failure would have come. */
static bool comes_past(const struct omen_asking *a, const struct omen_run_trace *in) {
  enum omen_end end = a->failing.outcome.end;
  if (!a->trace.n || (end != OMEN_END_SIGNAL && end != OMEN_END_DEFECT)) return false;
  uint32_t thread = a->trace.event[a->trace.n - 1].thread;
  size_t at = 0;
  for (size_t i = 0; i < in->n; i++) {
    if (in->event[i].thread != thread) continue;
    while (at < a->trace.n && a->trace.event[at].thread != thread) at++;
    if (at == a->trace.n || a->trace.name[at] != in->name[i]) return true;
    at++;
  }
  return false;
}

/* The last access of the thread that fails, by the same instruction, as often. */
static bool comes_there(const struct omen_asking *a, const struct omen_run_trace *in) {
  size_t at = a->trace.n, there = 0, here = 0;
  enum omen_end end = a->failing.outcome.end;
  if (!at || (end != OMEN_END_SIGNAL && end != OMEN_END_DEFECT)) return false;
  uint32_t thread = a->trace.event[at - 1].thread;
  while (at-- && !(a->trace.event[at].thread == thread && omen_kind_is_access(a->trace.event[at].kind)));
  if (at == (size_t)-1) return false;
  const struct omen_rawev *e = &a->trace.event[at];
  for (size_t i = 0; i <= at; i++)
    there += a->trace.event[i].thread == thread && a->trace.event[i].site == e->site;
  for (size_t i = 0; i < in->n; i++) here += in->event[i].thread == thread && in->event[i].site == e->site;
  return here >= there;
}

static int look(struct omen_asking *a, struct omen_flip *f) {
  struct omen_plan p = omen_asking_reversed(a, &f->pair, 1);
  struct omen_result r;
  char *dir;
  int result = omen_explore_traced(a->q->x, &p, &r, &dir, a->err);
  omen_plan_release(&p);
  if (result) return -1;
  struct omen_run_trace t;
  if (!omen_run_trace_read(&t, dir, &r.outcome, a->err)) {
    f->traced = omen_asking_weigh(a, &r) == (f->cures ? OMEN_REVERSAL_CURE : OMEN_REVERSAL_OTHER);
    f->past = f->other && comes_past(a, &t);
    f->comes = f->cures && comes_there(a, &t);
    f->set = omen_xcalloc(a->nclasses + 1, 1);
    f->set[a->pair[f->pair].class] = 1;
    for (size_t i = 0; i < a->npairs; i++)
      if (changes(&t, &a->pair[f->pair], &a->pair[i])) f->set[a->pair[i].class] = 1;
    for (uint32_t i = 0; i < a->nclasses; i++) f->size += f->set[i];
    omen_run_trace_release(&t);
  }
  omen_scratch_free(dir);
  omen_result_release(&r);
  return 0;
}

int omen_asking_look(struct omen_asking *a) {
  int traced = 0;
  for (int cures = 1; cures >= 0; cures--)
    for (size_t i = 0; i < a->nflips && traced < TRACED; i++) {
      struct omen_flip *f = &a->flip[i];
      if (cures ? !f->cures : !f->other) continue;
      if (traced && omen_asking_over(a)) break;
      if (look(a, f)) return -1;
      traced++;
    }
  return 0;
}

static bool part_of(const struct omen_asking *a, const struct omen_flip *small,
                    const struct omen_flip *large) {
  if (small->size >= large->size) return false;
  for (uint32_t i = 0; i < a->nclasses; i++)
    if (small->set[i] && !large->set[i]) return false;
  return true;
}

bool omen_flip_least(const struct omen_asking *a, const struct omen_flip *f) {
  if (!omen_flip_removes(f) || f->dropped) return false;
  if (f->own) return true;
  for (size_t i = 0; i < a->nflips; i++)
    if (omen_flip_removes(&a->flip[i]) && part_of(a, &a->flip[i], f)) return false;
  return true;
}

/* ---- which of two ---- */

/* `f` reversed and `kept` as it was: what does that show? */
static int reverse_with(struct omen_asking *a, const struct omen_flip *f, const struct omen_flip *kept,
                        enum omen_reversal *was) {
  struct omen_plan p = omen_asking_reversed(a, &f->pair, 1);
  struct omen_plan_constraint c = omen_candidate_order(&a->pair[kept->pair], false);
  struct omen_result r;
  omen_plan_add_constraint(&p, &c);
  int result = omen_explore(a->q->x, &p, 1, &r, a->err);
  omen_plan_release(&p);
  if (result) return -1;
  *was = r.outcome.awaited == OMEN_PLAN_MET ? omen_asking_weigh(a, &r) : OMEN_REVERSAL_NONE;
  omen_result_release(&r);
  return 0;
}

/* Does it happen all the same? */
static int happens_with(struct omen_asking *a, const struct omen_flip *f, const struct omen_flip *kept,
                        bool *yes) {
  enum omen_reversal was;
  if (reverse_with(a, f, kept, &was)) return -1;
  *yes = was == OMEN_REVERSAL_SAME;
  return 0;
}

/* Every run that removes the failure reverses this class, whatever else it reverses. */
static bool in_all(const struct omen_asking *a, uint32_t class) {
  for (size_t i = 0; i < a->nflips; i++)
    if (omen_flip_removes(&a->flip[i]) && !a->flip[i].set[class]) return false;
  return true;
}

/* Of what drags each other only that is left which is in all cures, if there is any: without each of the
 * others some run is cured, too. */
static void drop_what_comes_along(struct omen_asking *a) {
  bool any = false;
  for (size_t i = 0; i < a->nflips; i++)
    any |= omen_flip_least(a, &a->flip[i]) && in_all(a, a->pair[a->flip[i].pair].class);
  for (size_t i = 0; i < a->nflips && any; i++)
    if (omen_flip_removes(&a->flip[i]) && !in_all(a, a->pair[a->flip[i].pair].class))
      a->flip[i].dropped = true;
}

static int part(struct omen_asking *a) {
  for (size_t i = 0; i < a->nflips; i++)
    for (size_t k = 0; k < i && !omen_asking_over(a); k++) {
      struct omen_flip *f = &a->flip[i], *g = &a->flip[k];
      uint32_t fc = a->pair[f->pair].class, gc = a->pair[g->pair].class;
      if (fc == gc || !omen_flip_least(a, f) || !omen_flip_least(a, g)) continue;
      if (!f->set[gc] || !g->set[fc]) continue;
      bool f_alone, g_alone;
      if (happens_with(a, f, g, &f_alone) || happens_with(a, g, f, &g_alone)) return -1;
      if (f_alone != g_alone) (f_alone ? f : g)->dropped = true;
    }
  return 0;
}

/* What reverses others as well is a cause of its own if it cures with those kept as they were. */
static int find_own(struct omen_asking *a) {
  for (size_t i = 0; i < a->nflips; i++) {
    struct omen_flip *f = &a->flip[i];
    bool own = false, other = false;
    if (!f->cures || !f->traced || f->dropped || a->pair[f->pair].kind != OMEN_PAIR_RACE ||
        omen_flip_least(a, f))
      continue;
    for (size_t k = 0; k < a->nflips && !other && !omen_asking_over(a); k++) {
      const struct omen_flip *g = &a->flip[k];
      enum omen_reversal was;
      if (k == i || g->own || !omen_flip_least(a, g) || !part_of(a, g, f)) continue;
      if (reverse_with(a, f, g, &was)) return -1;
      own |= was == OMEN_REVERSAL_CURE;
      other |= was != OMEN_REVERSAL_CURE;
    }
    f->own = own && !other;
  }
  return 0;
}

int omen_asking_part(struct omen_asking *a) {
  if (part(a)) return -1;
  drop_what_comes_along(a);
  return find_own(a);
}

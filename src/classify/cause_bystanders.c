/* Pairs that stand by: see cause_parts.h.
 *
 * To reverse a pair, a thread is held, and while it is held the others take turns in another way: that alone
 * can remove a failure with which the pair has nothing to do. So whoever would be blamed is asked once more.
 * The failing run is made again without one of the two events, and without all that its thread did from then
 * on, the turns of the others as they were. If it goes wrong all the same, it did not need that event before
 * or after any other. The thread that goes wrong is never left out, and the others get no further than they
 * did: else one of them could do what the one that is left out had done. */
#include "classify/cause_parts.h"
#include <stdlib.h>

/* Where the last turn that `thread` began before it had made `point` events stands in the list: the switch to
 * it. False: it ran from the start, or never got there. */
static bool turn_of(const struct omen_plan *all, uint32_t thread, uint64_t point, uint64_t *at) {
  bool found = false;
  for (uint64_t i = 0; i < all->ndecisions; i++) {
    const struct omen_plan_decision *d = &all->decisions[i];
    if (d->kind != OMEN_DECISION_SWITCH) continue;
    if (d->to == thread) *at = i, found = true;
    if (d->thread == thread && d->point >= point) return found;
  }
  return false;
}

/* Who goes on when the thread, which has the turn from switch `at` on, gives it away again; -1: nobody. */
static int64_t next_but(const struct omen_plan *all, uint32_t thread, uint64_t at) {
  for (uint64_t i = at + 1; i < all->ndecisions; i++) {
    const struct omen_plan_decision *d = &all->decisions[i];
    if (d->kind == OMEN_DECISION_SWITCH && d->thread == thread) return d->to;
  }
  return -1;
}

/* A switch that is not made is not counted among those at its place (sched.c: turns). */
static uint64_t unmade(const struct omen_plan *all, const bool *dropped, uint64_t at) {
  uint64_t n = 0;
  for (uint64_t i = 0; i < at; i++)
    n += dropped[i] && all->decisions[i].thread == all->decisions[at].thread &&
         all->decisions[i].point == all->decisions[at].point;
  return n;
}

/* The list without the thread's turns from switch `from` on. False: it has the last turn. */
static bool leave_out(const struct omen_plan *all, uint32_t thread, uint64_t from, struct omen_plan *out) {
  bool *dropped = omen_xcalloc(all->ndecisions + 1, sizeof *dropped), fits = true;
  *out = omen_plan_copy(all);
  out->ndecisions = 0;
  for (uint64_t i = 0; i < all->ndecisions && fits; i++) {
    struct omen_plan_decision d = all->decisions[i];
    bool is_switch = d.kind == OMEN_DECISION_SWITCH;
    if (i >= from && is_switch && d.thread == thread) continue;
    if (i >= from && is_switch && d.to == thread) {
      int64_t to = next_but(all, thread, i);
      fits = to >= 0;
      d.to = (uint32_t)to;
      dropped[i] = d.to == d.thread;
    }
    if (dropped[i]) continue;
    if (is_switch) d.turn -= unmade(all, dropped, i);
    omen_plan_add_decision(out, &d);
  }
  free(dropped);
  if (!fits) omen_plan_release(out);
  return fits;
}

/* Events of the thread from the switch to it at `from` on. */
static uint64_t events_from(const struct omen_asking *a, const struct omen_plan *all, uint32_t thread,
                            uint64_t from) {
  uint64_t had = 0, last = 0;
  for (uint64_t i = 0; i < from; i++)
    if (all->decisions[i].thread == thread) had = all->decisions[i].point;
  for (size_t i = 0; i < a->trace.n; i++)
    if (a->trace.event[i].thread == thread && a->trace.event[i].point > last) last = a->trace.event[i].point;
  return last > had ? last - had : 0;
}

/* It goes wrong in this run, and the event, by its name, is not in it. A switch of the list that could not be
 * made may have let the thread go on. */
static int is_without(struct omen_asking *a, const struct omen_plan *plan, uint64_t name, bool *yes) {
  struct omen_result r;
  struct omen_run_trace t;
  char *dir;
  if (omen_explore_traced(a->q->x, plan, &r, &dir, a->err)) return -1;
  if (a->q->goal->shows(a->q->goal->context, &r) && !omen_run_trace_read(&t, dir, &r.outcome, a->err)) {
    *yes = !omen_table_find(&t.names, name);
    omen_run_trace_release(&t);
  }
  omen_scratch_free(dir);
  omen_result_release(&r);
  return 0;
}

/* Does it go wrong without event k of the pair, and what its thread did from there on? */
static int happens_without(struct omen_asking *a, const struct omen_plan *all, const struct omen_candidate *p,
                           int k, bool *yes) {
  const struct omen_rawev *e = omen_candidate_event(p, k);
  struct omen_plan plan;
  uint64_t from;
  *yes = false;
  if (p->of[k] != &a->trace || e->thread == a->trace.event[a->trace.n - 1].thread) return 0;
  if (!turn_of(all, e->thread, e->point, &from) || !leave_out(all, e->thread, from, &plan)) return 0;
  plan.tail.max_events =
      omen_outcome_counter(&a->failing.outcome, "events") - events_from(a, all, e->thread, from);
  int result = is_without(a, &plan, p->of[k]->name[p->event[k]], yes);
  omen_plan_release(&plan);
  return result;
}

static int ask(struct omen_asking *a, const struct omen_plan *all, struct omen_flip *f) {
  const struct omen_candidate *p = &a->pair[f->pair];
  bool stands_by = false;
  for (int k = 0; k < 2 && !stands_by; k++)
    if (happens_without(a, all, p, k, &stands_by)) return -1;
  if (stands_by) f->cures = f->other = f->past = false;
  return 0;
}

/* Is there a race to blame beside others? A single one is what is left anyway. And is there one event at
 * which a thread goes wrong? Of a run without end nobody could tell whether it is the same one. */
static bool worth_asking(const struct omen_asking *a) {
  enum omen_end end = a->failing.outcome.end;
  size_t n = 0;
  if (end != OMEN_END_SIGNAL && end != OMEN_END_DEFECT) return false;
  for (size_t i = 0; i < a->nflips; i++) n += omen_flip_least(a, &a->flip[i]);
  return n > 1 && a->trace.n > 0;
}

int omen_asking_bystanders(struct omen_asking *a) {
  bool listed, asked[OMEN_CAUSE_FLIPS] = {0};
  struct omen_plan all;
  if (!worth_asking(a)) return 0;
  int result = omen_schedule_list(a->q->x, a->q->plan, a->q->goal, &all, &listed, a->err);
  /* What is innocent no longer hides others that reverse more: so from the start each time. */
  for (size_t i = 0; !result && listed && i < a->nflips && !omen_asking_over(a); i++) {
    struct omen_flip *f = &a->flip[i];
    if (asked[i] || a->pair[f->pair].kind != OMEN_PAIR_RACE || !omen_flip_least(a, f)) continue;
    asked[i] = true;
    result = ask(a, &all, f);
    if (!omen_flip_removes(f)) i = (size_t)-1;
  }
  omen_plan_release(&all);
  return result;
}

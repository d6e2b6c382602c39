/* Witnesses as plans: see predicted_order.h. */
#include "triage/predicted_order.h"
#include "trace/event.h"
#include <stdlib.h>

enum { MOST = 100000, GOALS = 64 }; /* decisions; events of a witness */
#define NONE SIZE_MAX

struct order {
  const struct omen_predicted_trace *t;
  const struct omen_witness *w;
  uint64_t *rec;      /* records, in the witness's order */
  size_t n, same;     /* `same` of them are as in the recorded run */
  size_t start;       /* the first that is made after the recording was left */
  uint64_t skipped;   /* the first event that is left out */
  size_t last[GOALS]; /* by goal: the last record of its thread, NONE: it has none after the start */
  bool pair;
  struct omen_predicted_order *out;
};

static const struct omen_rawev *at(const struct order *o, size_t i) { return &o->t->ev[o->rec[i]]; }
static const struct omen_rawev *goal(const struct order *o, int i) { return &o->t->ev[o->w->at[i].aux]; }

/* Operations of clocks have no record of their own in the order (their aux is another clock), and need none.
 */
static void take_records(struct order *o) {
  size_t n;
  struct omen_witness_event *v = omen_witness_order(o->w, &n);
  bool same = true;
  o->rec = omen_xmalloc((n + 1) * sizeof *o->rec);
  o->skipped = o->w->base + n;
  for (size_t i = 0; i < n; i++) {
    if (same && v[i].event != o->w->base + i) o->skipped = o->w->base + i, same = false;
    if (omen_kind_has_source(v[i].kind) || v[i].aux >= o->t->n) continue;
    if (o->n && o->rec[o->n - 1] == v[i].aux) continue; /* the atoms of one access */
    o->rec[o->n++] = v[i].aux;
    if (same) o->same = o->n;
  }
  free(v);
}

static bool skips_goal(const struct order *o) {
  for (uint32_t i = 0; i < o->w->n; i++)
    if (o->w->at[i].event == o->skipped) return true;
  return false;
}

/* The recording is left at an event of a thread that was running already: then nobody else did anything
 * between the event and its record. */
static bool find_start(struct order *o) {
  for (size_t i = o->same; i-- > 1;)
    if (at(o, i)->thread == at(o, i - 1)->thread && at(o, i)->point > at(o, i - 1)->point) {
      o->start = i;
      return true;
    }
  return o->n && at(o, 0)->point;
}

static size_t last_of(const struct order *o, uint32_t thread) {
  for (size_t i = o->n; i-- > o->start;)
    if (at(o, i)->thread == thread) return i;
  return NONE;
}

static void find_last(struct order *o) {
  for (uint32_t i = 0; i < o->w->n; i++) o->last[i] = last_of(o, goal(o, (int)i)->thread);
}

/* Which of two threads comes to its access first, and so is held. */
static int which_is_held(const struct order *o) {
  size_t a = o->last[0], b = o->last[1];
  return a != NONE && (b == NONE || b < a);
}

static void decide(struct order *o, uint32_t thread, uint64_t point, uint32_t to) {
  struct omen_plan_decision d = {.kind = OMEN_DECISION_SWITCH, .thread = thread, .point = point, .to = to};
  if (thread != to) omen_plan_add_decision(&o->out->past, &d);
}

/* Does the thread of record i go on from here to where it stands? */
static bool goes_to_stand(const struct order *o, size_t i) {
  for (int k = 0; k < (int)o->w->n; k++) {
    if (goal(o, k)->thread != at(o, i)->thread || o->last[k] != i) continue;
    return !o->pair || k == o->out->held || goal(o, k)->point == at(o, i)->point;
  }
  return false;
}

static size_t begin_of(const struct order *o, size_t i) {
  while (i > o->start && at(o, i - 1)->thread == at(o, i)->thread) i--;
  return i;
}

/* A thread that has nothing to do in the order but to go to its access goes there before the other one's last
 * turn begins. */
static size_t turn_of_idle(const struct order *o, uint32_t *idle) {
  *idle = goal(o, o->out->held)->thread;
  if (!o->pair || o->last[o->out->held] != NONE) return NONE;
  size_t last = o->last[!o->out->held];
  return last == NONE ? o->n : begin_of(o, last);
}

static void make_decisions(struct order *o) {
  uint32_t idle, awaited = goal(o, o->pair ? !o->out->held : 0)->thread;
  size_t turn = turn_of_idle(o, &idle);
  if (turn == o->start) decide(o, at(o, turn)->thread, at(o, turn)->point, idle);
  for (size_t i = o->start; i < o->n && o->out->past.ndecisions < MOST; i++) {
    bool last = i + 1 == o->n;
    if ((!last && at(o, i + 1)->thread == at(o, i)->thread) || goes_to_stand(o, i)) continue;
    decide(o, at(o, i)->thread, at(o, i)->point + 1,
           turn == i + 1 ? idle
           : last        ? awaited
                         : at(o, i + 1)->thread);
  }
}

void omen_predicted_order_make(struct omen_predicted_order *out, const struct omen_predicted_trace *t,
                               const struct omen_witness *w, bool pair) {
  struct order o = {.t = t, .w = w, .pair = pair, .out = out};
  *out = (struct omen_predicted_order){0};
  take_records(&o);
  if (w->n <= GOALS && !(pair && skips_goal(&o)) && find_start(&o)) {
    find_last(&o);
    out->held = pair ? which_is_held(&o) : 0;
    out->past.leave.at = OMEN_LEAVE_WITNESS;
    out->past.leave.thread = at(&o, o.start)->thread;
    out->past.leave.count = at(&o, o.start)->point;
    make_decisions(&o);
  }
  free(o.rec);
}

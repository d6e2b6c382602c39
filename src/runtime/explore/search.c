/* Who goes on in a search: see search.h. */
#include "runtime/explore/search.h"
#include "runtime/explore/explore.h"
#include "runtime/explore/recur.h"
#include "runtime/explore/search_ops.h"
#include "runtime/explore/spinning.h"
#include "runtime/explore/state_key.h"
#include "runtime/explore/steps.h"
#include "runtime/explore/turns.h"
#include "runtime/sched/choice.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/shadow.h"
#include "runtime/sync/deadlock.h"
#include "runtime/weak/weak.h"

struct thread {
  struct omrt_op op; /* what it does when it goes on */
  bool stood;        /* it was switched away at a scheduling point, and will be asked there again */
  const void *mutex; /* that a condition wait takes again */
  uint64_t before[2];
  struct omrt_spinning spin;
};
static struct thread threads[OMEN_SEARCH_THREADS];

static struct thread *of(const struct omrt_fiber *f) {
  if ((uint32_t)f->id < OMEN_SEARCH_THREADS) return &threads[f->id];
  omrt_search_count(&omrt_search->crowded);
  omrt_search_done();
}

static struct thread *me(void) { return of(omrt_cur); }

void omrt_search_begin(void) {
  omrt_search_map();
  omrt_weak_keyed = true;
  omrt_watch_every_access(true);
}

/* ---- what threads do ---- */

/* A failed exchange or trylock leaves what was there: it only looked. */
static void note_before(struct thread *t) {
  if (t->op.look == OMRT_LOOK_MAYBE) omrt_op_bytes(&t->op, t->before);
}

static void settle_last(struct thread *t) {
  uint64_t now[2];
  if (t->op.look != OMRT_LOOK_MADE) return;
  t->op.look = OMRT_LOOK_NO;
  omrt_op_bytes(&t->op, now);
  if (now[0] == t->before[0] && now[1] == t->before[1]) return;
  omrt_key_changed(t->op.cell, t->op.n);
  omrt_spinning_over(&t->spin);
}

static void about_to(struct thread *t, struct omrt_op op) {
  settle_last(t);
  t->op = op;
  t->stood = false;
  if (op.look) omrt_spinning_look(&t->spin);
}

/* The current thread makes its operation. */
static void does(void) {
  struct thread *t = me();
  struct omrt_op *op = &t->op;
  bool maybe = op->look == OMRT_LOOK_MAYBE;
  note_before(t);
  for (int i = 0; op->look && i < op->n; i++) omrt_spinning_read(&t->spin, op->cell[i]);
  int cells = op->in_model ? 0 : op->n;
  bool counts = op->visible || op->in_model;
  if (counts) omrt_key_op(omrt_cur->id, op->what, op->cell, cells, op->write, omrt_op_orders(op));
  if (counts && !op->look) omrt_spinning_over(&t->spin);
  if (counts && op->write && !maybe) omrt_key_changed(op->cell, op->n);
  op->look = maybe ? OMRT_LOOK_MADE : OMRT_LOOK_NO;
  op->visible = op->in_model = false;
  t->stood = false;
}

void omrt_search_event(enum omen_ev ev, const void *obj) {
  omrt_recur_event(ev, obj);
  uint64_t cell = omrt_op_apart(ev);
  if (!cell) return;
  omrt_key_op(omrt_cur->id, ev, &cell, 1, true, true);
  omrt_key_changed(&cell, 1);
}

void omrt_search_point(enum omen_ev ev, const void *obj, bool yields) {
  about_to(me(), omrt_op_of(ev, obj));
  me()->op.limited = omrt_cur->limited;
  omrt_cur->limited = false;
  omrt_turns_planned(ev, obj, yields);
}

void omrt_search_made(enum omen_ev ev, const void *obj, uint64_t val) {
  struct thread *t = me();
  if (ev == OMEN_EV_COND_WAIT) omrt_op_add(&t->op, omrt_cell_of(t->mutex = (void *)val));
  does();
  omrt_turns_made(ev, obj, val);
}

void omrt_search_fiber(const struct omrt_fiber *f) {
  struct thread *t = of(f);
  if (f->parent >= 0) omrt_key_thread(omrt_cur->id, f->id);
  *t = (struct thread){0};
}

/* When it is woken it looks again at what it waits for. */
void omrt_search_wait(const struct omrt_fiber *f) {
  struct thread *t = of(f);
  omrt_deadlock_blocked(f);
  settle_last(t);
  t->op = omrt_op_again(f->why, f->why_obj);
  t->op.limited = f->why != OMRT_WAIT_COND && f->deadline != OMRT_NEVER;
  if (f->why != OMRT_WAIT_COND) return;
  t->op.mutex = t->mutex;
  omrt_op_add(&t->op, omrt_cell_of(t->mutex));
}

void omrt_search_resumed(void) { does(); }

/* Before a call that fills a stream. What is in it is part of the state (search_ops.h), in whatever order it
 * came there. */
uint64_t omrt_search_stream(const void *file) {
  about_to(me(), (struct omrt_op){.visible = true, .write = true, .what = OMEN_EV_SYSCALL});
  uint64_t place = omrt_steps_stream(file); /* asks who goes on */
  does();
  return place;
}

void omrt_search_access(uint64_t addr, uint64_t len, bool write, bool later) {
  about_to(me(), omrt_op_access(addr, len, write, later));
}

void omrt_search_accessed(void) { does(); }

void omrt_search_unwatched(uint64_t addr, uint64_t len, bool write) {
  if (omrt_fibers_made() < 2 || !len || !omrt_key_races(omrt_cur->id, addr, len, write)) return;
  uint32_t n = __atomic_load_n(&omrt_search->nracy, __ATOMIC_RELAXED);
  for (uint32_t i = 0; i < n && i < OMEN_SEARCH_RACY; i++)
    if (omrt_search->racy[i].addr == addr && omrt_search->racy[i].len == len) return;
  n = __atomic_fetch_add(&omrt_search->nracy, 1, __ATOMIC_RELAXED);
  if (n < OMEN_SEARCH_RACY) omrt_search->racy[n] = (struct omen_watch){addr, len};
}

/* ---- who can go on ---- */

/* Nobody sees what it does. */
static bool unseen(const struct omrt_fiber *f) { return !of(f)->op.visible; }
static bool goes_round(const struct omrt_fiber *f) { return omrt_spinning_waits(&of(f)->spin); }
/* It would wait, and nobody would see that. */
static bool would_wait(const struct omrt_fiber *f) { return omrt_op_waits(&of(f)->op, f->id); }
static bool can(const struct omrt_fiber *f) { return !goes_round(f) && !would_wait(f); }

static bool timed(const struct omrt_fiber *f) {
  return !f->done && f->why != OMRT_WAIT_NOTHING && f->deadline != OMRT_NEVER && !f->poll && f != omrt_cur;
}

struct ways {
  struct omrt_fiber *to[2 * OMEN_SEARCH_THREADS];
  uint32_t n;
};

static struct omrt_fiber *at_once(struct omrt_fiber *runnable, bool own) {
  if (own && unseen(omrt_cur)) return omrt_cur;
  for (struct omrt_fiber *f = runnable; f; f = f->rnext)
    if (unseen(f)) return f;
  return NULL;
}

static void find_ways(struct ways *w, struct omrt_fiber *runnable, bool own) {
  w->n = 0;
  if (own && can(omrt_cur)) w->to[w->n++] = omrt_cur;
  for (struct omrt_fiber *f = runnable; f; f = f->rnext)
    if (can(f)) w->to[w->n++] = f;
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (timed(f)) w->to[w->n++] = f;
}

/* Nobody can do anything: those that would wait do so, then those that go round have their turns, and what
 * becomes of that is found out as in any other exploration. */
static struct omrt_fiber *nobody(struct omrt_fiber *runnable, bool own) {
  if (own && would_wait(omrt_cur)) return omrt_cur;
  for (struct omrt_fiber *f = runnable; f; f = f->rnext)
    if (would_wait(f)) return f;
  omrt_search_count(&omrt_search->loops);
  return runnable ? runnable : omrt_cur;
}

static uint64_t state_now(void) { return omrt_op_output(omrt_key_now()); }

static struct omrt_fiber *choose(struct omrt_fiber *runnable, bool own) {
  struct ways w;
  struct omrt_fiber *next = at_once(runnable, own);
  if (next) return next;
  find_ways(&w, runnable, own);
  if (!w.n) return nobody(runnable, own);
  if (w.n > 1 && omrt_search_met(state_now())) omrt_search_done();
  next = w.to[w.n > 1 ? omrt_search_branch(w.n) : 0];
  if (timed(next)) omrt_time_comes(next);
  return next;
}

static void decide(const struct omrt_fiber *to) {
  omrt_search_decide(&(struct omen_plan_decision){.kind = OMEN_DECISION_SWITCH,
                                                  .thread = (uint32_t)omrt_cur->id,
                                                  .point = omrt_cur->points,
                                                  .turn = omrt_cur->turns,
                                                  .to = (uint32_t)to->id});
}

struct omrt_fiber *omrt_search_preempt(struct omrt_fiber *runnable, bool yields) {
  struct thread *t = me();
  if (t->stood) { /* it was chosen to go on */
    t->stood = false;
    return NULL;
  }
  struct omrt_fiber *next = choose(runnable, true), *plain = yields && runnable ? runnable : omrt_cur;
  if (next != plain) decide(next);
  t->stood = next != omrt_cur;
  return next == omrt_cur ? NULL : next;
}

struct omrt_fiber *omrt_search_next(struct omrt_fiber *runnable, bool own) {
  if (own) return omrt_cur;
  struct omrt_fiber *next = choose(runnable, false);
  if (next != runnable) decide(next);
  return next;
}

/* In what order stores drain is seen by what memory and buffers hold then: different orders may come to the
 * same. A thread that goes round, and that nobody can help, is not shown once more what it was shown. */
static uint32_t branch_over(uint32_t kind, uint32_t n) {
  enum { DRAINS = 0x5bd1e995 };
  if (kind != OMRT_CHOICE_DRAIN) return omrt_search_branch(n);
  if (omrt_search_met(omrt_mix(state_now(), DRAINS + (uint64_t)omrt_cur->id) | 1)) omrt_search_done();
  return omrt_search_branch(goes_round(omrt_cur) ? n - 1 : n);
}

/* Named by the point before the choice's own event (steps.c). */
uint32_t omrt_search_choose(uint32_t kind, const void *obj, uint32_t n) {
  enum { CHOICES = 1 << 20 };
  uint32_t taken = branch_over(kind, n);
  if (taken)
    omrt_search_decide(&(struct omen_plan_decision){.kind = OMEN_DECISION_STORE,
                                                    .thread = (uint32_t)omrt_cur->id,
                                                    .point = omrt_cur->points - 1,
                                                    .to = taken});
  if (kind == OMRT_CHOICE_WAITER)
    omrt_key_op(omrt_cur->id, CHOICES + (kind << 8) + taken, NULL, 0, true, false);
  omrt_search_count(&omrt_search->choices);
  return taken;
}

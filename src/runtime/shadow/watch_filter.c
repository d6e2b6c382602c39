/* What the watch log need not have. Hours of locking and counting would fill it, and the race at the end
 * would find no room; so an event is left out when the engines, which read the log, would say the same
 * without it.
 *
 * They ask who knows of which watched access. So does this filter: `knows` of a thread, a clock, a last write
 * is what the engines will come to, of the accesses in the log (shadow/watch_filter_vector.h), by
 * happens-before and by SHB. An event that changes nobody's knowledge is left out. Long after the last
 * watched access everybody knows all of them, and nothing is written any more.
 *
 *  - Taking a lock waits, by thread, until the thread has something to say: an access must show which locks
 * were held. If it brought nothing, and giving it back tells nothing, both are left out. Nobody else changes
 * that lock's clock meanwhile, or what waits is written first.
 *  - A thread's creation waits until the thread or its creator has something to say: a thread that never had
 * is not in the log at all.
 *  - What every live thread knows (`low`) nobody can learn any more. Clocks and last writes that have no more
 * than that are alike, and as good as empty.
 *
 * WCP asks more than who knows what. For the first omrt_filter_from events, which is all that most recordings
 * have, the rule is a stricter one, by which WCP says the same, too: only a lock that a thread takes and
 * gives back is left out, if that thread was the last to give it back, and has learnt and done nothing since.
 */
#include "runtime/shadow/watch_filter.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/watch_filter_known.h"

enum { MANY_THREADS = 1000 };
uint64_t omrt_filter_count, omrt_filter_from = 250000;
static uint64_t written, forks;
static omrt_filter_writer *out;

static bool thin(void) {
  return (written >= omrt_filter_from || forks > MANY_THREADS) && !omrt_known_given_up;
}

/* ---- writing ---- */

static void write_out(const struct omen_rawev *e) {
  written++;
  if (omrt_known_due) omrt_known_due--;
  out(e);
}

static void be_born(struct omrt_told *t);

static void flush_waiting(struct omrt_hb *hb) {
  struct omrt_told *t = hb->told;
  if (!t || !t->n) return;
  be_born(t);
  for (uint32_t i = 0; i < t->n; i++) {
    struct omrt_thing *l = omrt_thing_known(t->acq[i].e.obj);
    if (l) l->waits--;
    if (!l || l->by != hb->number + 1) t->news++;
    write_out(&t->acq[i].e);
  }
  t->n = 0;
}

static void unlink_unborn(struct omrt_told *t) {
  *t->prevp = t->next;
  if (t->next) t->next->prevp = t->prevp;
  t->unborn = false;
}

/* Its knowledge was its creator's, which is still the same, once what the creator waited with is written. */
static void bear_kids(struct omrt_hb *hb) {
  if (!hb->told || !hb->told->kids) return;
  be_born(hb->told);
  flush_waiting(hb);
  for (struct omrt_told *k; (k = hb->told->kids);) {
    unlink_unborn(k);
    write_out(&k->fork);
  }
}

/* The eldest first. By a loop: stacks here are the program's. */
static void be_born(struct omrt_told *t) {
  while (t->unborn) {
    struct omrt_hb *parent = t->parent;
    while (parent->told->unborn) parent = parent->told->parent;
    bear_kids(parent);
  }
}

static void say(struct omrt_hb *hb, const struct omen_rawev *e) {
  be_born(omrt_told_of(hb));
  flush_waiting(hb);
  bear_kids(hb);
  write_out(e);
}

static void leave_out(uint64_t n) { omrt_filter_count += n; }

/* Before its clock changes: whoever took it and did not say so took the old one. */
static void will_change(struct omrt_thing *l) {
  if (!l->waits) return;
  uint64_t obj = l->obj - 1;
  for (struct omrt_hb *hb = omrt_live; hb; hb = hb->next)
    for (uint32_t i = 0; hb->told && i < hb->told->n; i++)
      if (hb->told->acq[i].e.obj == obj) flush_waiting(hb);
}

/* ---- locks ---- */

static bool takes(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_ACQ || (e->kind == OMEN_KIND_OBSERVE && e->size && thin());
}
static bool gives(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_REL || (e->kind == OMEN_KIND_PUBLISH && e->size && thin());
}

static void take(struct omrt_hb *hb, const struct omen_rawev *e) {
  struct omrt_told *t = omrt_told_of(hb);
  struct omrt_thing *l = omrt_thing_at(e->obj);
  bool brings = omrt_knows_teach(&l->knows, t);
  if (brings) bear_kids(hb);
  omrt_knows_learn(&t->knows, &l->knows);
  if (t->n == OMRT_TOLD_WAITING) flush_waiting(hb);
  t->acq[t->n++] = (struct omrt_told_taken){*e, brings};
  l->waits++;
  l->more = false;
}

/* Of those that wait, the last that took this lock; -1: that is written. */
static int waiting_for(const struct omrt_told *t, const struct omen_rawev *e) {
  for (int i = (int)t->n; i--;) {
    const struct omen_rawev *a = &t->acq[i].e;
    bool lock = e->kind == OMEN_KIND_REL;
    if (lock ? a->kind == OMEN_KIND_ACQ && a->obj == e->obj
             : a->kind == OMEN_KIND_OBSERVE && a->obj2 == e->obj2)
      return i;
  }
  return -1;
}

static void cancel(struct omrt_told *t, int i) {
  struct omrt_thing *l = omrt_thing_known(t->acq[i].e.obj);
  if (l) l->waits--;
  for (t->n--; (uint32_t)i < t->n; i++) t->acq[i] = t->acq[i + 1];
  leave_out(2);
}

/* The stricter rule: nobody else had the lock, and nothing was learnt by those that wait. */
static bool was_for_nothing(const struct omrt_hb *hb, const struct omrt_thing *l, int i) {
  const struct omrt_told *t = hb->told;
  if ((uint32_t)i + 1 != t->n || l->news != t->news) return false;
  for (uint32_t k = 0; k < t->n; k++) {
    const struct omrt_thing *w = omrt_thing_known(t->acq[k].e.obj);
    if (!w || w->by != hb->number + 1) return false;
  }
  return true;
}

static void give(struct omrt_hb *hb, const struct omen_rawev *e) {
  struct omrt_told *t = omrt_told_of(hb);
  struct omrt_thing *l = omrt_thing_at(e->obj);
  bool lock = e->kind == OMEN_KIND_REL,
       tells = lock ? omrt_knows_differ(&t->knows, &l->knows) : omrt_knows_news(&t->knows, &l->knows);
  int i = waiting_for(t, e);
  if (i >= 0 && (thin() ? !tells && !t->acq[i].news : was_for_nothing(hb, l, i))) {
    cancel(t, i);
    return;
  }
  will_change(l);
  say(hb, e);
  if (lock)
    omrt_knows_become(&l->knows, &t->knows);
  else
    omrt_knows_learn(&l->knows, &t->knows);
  t->open = false;
  l->by = l->more ? 0 : hb->number + 1;
  l->news = t->news;
  l->more = false;
}

/* ---- other synchronisation ---- */

static void observe(struct omrt_hb *hb, const struct omen_rawev *e) {
  struct omrt_told *t = omrt_told_of(hb);
  struct omrt_thing *c = omrt_thing_known(e->obj);
  if (!thin() || (c && omrt_knows_teach(&c->knows, t)))
    say(hb, e);
  else
    leave_out(1);
  if (c) omrt_knows_learn(&t->knows, &c->knows);
}

static void hand_out(struct omrt_hb *hb, const struct omen_rawev *e) {
  struct omrt_told *t = omrt_told_of(hb);
  struct omrt_thing *c = omrt_thing_at(e->obj);
  bool set = e->kind == OMEN_KIND_SIGNAL;
  if (thin() && !(set ? omrt_knows_differ(&t->knows, &c->knows) : omrt_knows_news(&t->knows, &c->knows))) {
    leave_out(1);
    return;
  }
  will_change(c);
  say(hb, e);
  if (set)
    omrt_knows_become(&c->knows, &t->knows);
  else
    omrt_knows_learn(&c->knows, &t->knows);
  t->open = false;
  c->by = 0;
  c->more = true;
}

/* From clock to clock: whose event it is does not matter. */
static void pass_on(struct omrt_hb *hb, const struct omen_rawev *e) {
  struct omrt_thing *to = omrt_thing_at(e->obj), *from = e->obj2 ? omrt_thing_known(e->obj2) : NULL;
  const struct omrt_knows none = {0}, *what = from ? &from->knows : &none;
  bool set = e->kind == OMEN_KIND_COPY;
  if (to == from ||
      (thin() && !(set ? omrt_knows_differ(what, &to->knows) : omrt_knows_news(what, &to->knows)))) {
    leave_out(1);
    return;
  }
  will_change(to);
  say(hb, e);
  if (set)
    omrt_knows_become(&to->knows, what);
  else
    omrt_knows_learn(&to->knows, what);
  to->by = 0;
  to->more = true;
}

/* ---- threads ---- */

static void forked(struct omrt_hb *hb, const struct omen_rawev *e) {
  struct omrt_told *t = omrt_told_of(hb), *k;
  struct omrt_fiber *f = omrt_fiber_by_id((int)e->obj);
  bool now = !thin() || !f || !f->hb;
  if (now) say(hb, e);
  forks++;
  t->open = false;
  if (!f || !f->hb) return;
  k = omrt_told_of(f->hb);
  omrt_knows_become(&k->knows, &t->knows);
  if (now) return;
  k->fork = *e;
  k->parent = hb;
  k->unborn = true;
  k->next = t->kids;
  k->prevp = &t->kids;
  if (k->next) k->next->prevp = &k->next;
  t->kids = k;
}

static void free_told(struct omrt_hb *hb) {
  struct omrt_told *t = hb->told;
  if (!t) return;
  bear_kids(hb);
  if (t->unborn) {
    unlink_unborn(t);
    leave_out(1);
  }
  omrt_knows_become(&t->knows, NULL);
  omrt_free(t, sizeof *t);
  hb->told = NULL;
}

static void joined(struct omrt_hb *hb, const struct omen_rawev *e) {
  struct omrt_told *t = omrt_told_of(hb);
  struct omrt_fiber *f = omrt_fiber_by_id((int)e->obj);
  struct omrt_hb *other = f ? f->hb : NULL;
  bool brings = other && other->told && omrt_knows_teach(&other->told->knows, t);
  if (other) flush_waiting(other);
  if (other && other->told && (brings || !thin())) be_born(other->told);
  if (!thin() || brings)
    say(hb, e);
  else
    leave_out(1);
  if (!other || !other->told) return;
  omrt_knows_learn(&t->knows, &other->told->knows);
  if (other->ended) free_told(other);
}

void omrt_filter_end(struct omrt_hb *hb, omrt_filter_writer *write) {
  struct omrt_told *t = hb->told;
  out = write;
  if (!t) return;
  flush_waiting(hb); /* locks that it ended with */
  bear_kids(hb);
  omrt_known_ended(t);
}

void omrt_filter_gone(struct omrt_hb *hb, omrt_filter_writer *write) {
  out = write;
  free_told(hb);
}

static void accessed(struct omrt_hb *hb, const struct omen_rawev *e, bool watched) {
  struct omrt_told *t = omrt_told_of(hb);
  if (!watched && thin() && !omrt_known_access_tells(t, e)) {
    leave_out(1);
    return;
  }
  say(hb, e);
  omrt_known_accessed(t, e, watched);
}

/* A thread that was thought to come after the one it waits for goes on without having joined it: it is made
 * to come after all others. That may hide a race, and makes no false one. */
#define OBJ_ALL (UINT32_MAX + 1ull)
static void break_join(struct omrt_hb *hb) {
  for (struct omrt_hb *o = omrt_live; o; o = o->next)
    if (o != hb) {
      struct omen_rawev e = {.kind = OMEN_KIND_PUBLISH, .obj = OBJ_ALL, .thread = o->number};
      hand_out(o, &e);
    }
  struct omen_rawev e = {.kind = OMEN_KIND_OBSERVE, .obj = OBJ_ALL, .thread = hb->number};
  observe(hb, &e);
  hb->assumed = 0;
  omrt_joins_broken++;
}

/* Before there is a second thread: whoever comes will know all that was done, so no clock has news for
 * anybody. (What was watched is written all the same: there are engines that go by who was the first.) */
static bool before_others(const struct omen_rawev *e, bool watched) {
  if (forks || watched) return false;
  switch (e->kind) {
  case OMEN_KIND_OBSERVE:
  case OMEN_KIND_PUBLISH: return !e->size;
  case OMEN_KIND_SIGNAL:
  case OMEN_KIND_COPY:
  case OMEN_KIND_MERGE:
  case OMEN_KIND_AREAD:
  case OMEN_KIND_AWRITE: return true;
  }
  return false;
}

void omrt_filter(struct omrt_hb *hb, const struct omen_rawev *e, bool watched, omrt_filter_writer *write) {
  out = write;
  if (before_others(e, watched)) {
    written++; /* for how long the stricter rule holds, it counts */
    leave_out(1);
    return;
  }
  if (hb->assumed && e->kind == OMEN_KIND_JOIN && e->obj + 1 == hb->assumed) hb->assumed = 0;
  if (hb->assumed) break_join(hb);
  if (!omrt_known_due && thin()) omrt_known_settle();
  if (takes(e))
    take(hb, e);
  else if (gives(e))
    give(hb, e);
  else {
    switch (e->kind) {
    case OMEN_KIND_OBSERVE: observe(hb, e); break;
    case OMEN_KIND_PUBLISH:
    case OMEN_KIND_SIGNAL: hand_out(hb, e); break;
    case OMEN_KIND_COPY:
    case OMEN_KIND_MERGE: pass_on(hb, e); break;
    case OMEN_KIND_FORK: forked(hb, e); break;
    case OMEN_KIND_JOIN: joined(hb, e); break;
    case OMEN_KIND_ALLOC:
      say(hb, e);
      omrt_known_fresh(e);
      break;
    case OMEN_KIND_READ:
    case OMEN_KIND_WRITE:
    case OMEN_KIND_AREAD:
    case OMEN_KIND_AWRITE: accessed(hb, e, watched); break;
    default: say(hb, e);
    }
    omrt_told_of(hb)->news++;
  }
}

void omrt_filter_forget(uint64_t obj) { omrt_thing_forget(obj); }

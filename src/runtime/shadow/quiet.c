/* A thread that takes and gives back the same lock again and again, with no watched access in between, would
 * fill the log: hours of that leave no room for the race at the end. Such a pair tells nobody anything if the
 * thread was the last to give the lock back, and has learnt and done nothing since: the lock's clock has all
 * that already.
 *
 * Whether there is an access in between is known when the lock is given back, or at the access. So taking a
 * lock waits, per thread, until the thread has something else to say; nobody else can have given that lock
 * back meanwhile, so that the order of the log is one in which all this could have happened. */
#include "runtime/shadow/quiet.h"
#include "runtime/sched/internal.h"

enum { WAITING = 8, LOCKS = 1 << 16 };
struct omen_waiting {
  uint32_t n;
  struct omen_rawev acq[WAITING];
};
/* Who gave it back last, and what `news` was then; who has taken it and waits. A lock that is not here was
 * anybody's.
 */
static struct last {
  uint64_t obj;
  const struct omen_hb *by;
  struct omen_hb *holder;
  uint64_t news;
  bool more; /* its clock has what whoever holds it does not know */
} *locks;
uint64_t omen_quiet_count;
typedef void writer(const struct omen_rawev *);

static struct last *place_of_lock(uint64_t obj) {
  if (!locks) locks = omen_reserve(LOCKS * sizeof *locks);
  return &locks[obj * 0x9e3779b97f4a7c15ull >> 48];
}

static void flush_waiting(struct omen_hb *hb, writer *write) {
  struct omen_waiting *w = hb->waiting;
  for (uint32_t i = 0; w && i < w->n; i++) {
    struct last *l = place_of_lock(w->acq[i].obj);
    bool here = l->obj == w->acq[i].obj;
    if (here) l->holder = NULL;
    if (!here || l->by != hb) hb->news++;
    write(&w->acq[i]);
  }
  if (w) w->n = 0;
}

/* The lock's own: another that is there goes, and whoever waits with that must say so first. */
static struct last *last_of(uint64_t obj, writer *write) {
  struct last *l = place_of_lock(obj);
  if (l->obj == obj) return l;
  if (l->holder) flush_waiting(l->holder, write);
  *l = (struct last){.obj = obj};
  return l;
}

static void lock_taken(struct omen_hb *hb, const struct omen_rawev *e, writer *write) {
  struct last *l = last_of(e->obj, write);
  if (!hb->waiting) hb->waiting = omen_alloc(sizeof *hb->waiting);
  if (hb->waiting->n == WAITING) flush_waiting(hb, write);
  hb->waiting->acq[hb->waiting->n++] = *e;
  l->holder = hb;
  l->more = false;
}

/* Has it learnt nothing by taking those that wait? */
static bool nothing_new(const struct omen_hb *hb) {
  for (uint32_t i = 0; i < hb->waiting->n; i++) {
    const struct last *l = place_of_lock(hb->waiting->acq[i].obj);
    if (l->obj != hb->waiting->acq[i].obj || l->by != hb) return false;
  }
  return true;
}

static void lock_given(struct omen_hb *hb, const struct omen_rawev *e, writer *write) {
  struct omen_waiting *w = hb->waiting;
  struct last *l = last_of(e->obj, write);
  bool alone = w && w->n && w->acq[w->n - 1].obj == e->obj;
  if (alone && l->news == hb->news && nothing_new(hb)) {
    w->n--;
    l->holder = NULL;
    omen_quiet_count += 2;
    return;
  }
  flush_waiting(hb, write);
  write(e);
  *l = (struct last){.obj = e->obj, .by = l->more ? NULL : hb, .news = hb->news};
}

/* The lock's clock is set by somebody who does not hold it. */
static void lock_set(uint64_t obj, writer *write) {
  struct last *l = place_of_lock(obj);
  if (l->obj != obj) return;
  if (l->holder) flush_waiting(l->holder, write);
  l->by = NULL;
  l->more = true;
}

/* What a thread that ended with a lock knew goes to whoever joins it. */
static void lock_joined(uint64_t thread, writer *write) {
  const struct omen_fiber *f = omen_fiber_by_id((int)thread);
  if (f && f->hb) flush_waiting(f->hb, write);
}

bool omen_quiet(struct omen_hb *hb, const struct omen_rawev *e, void (*write)(const struct omen_rawev *)) {
  switch (e->kind) {
  case OMEN_KIND_ACQ: lock_taken(hb, e, write); return true;
  case OMEN_KIND_REL: lock_given(hb, e, write); return true;
  case OMEN_KIND_JOIN: lock_joined(e->obj, write); break;
  case OMEN_KIND_PUBLISH:
  case OMEN_KIND_SIGNAL:
  case OMEN_KIND_COPY:
  case OMEN_KIND_MERGE: lock_set(e->obj, write);
  }
  flush_waiting(hb, write);
  hb->news++;
  return false;
}

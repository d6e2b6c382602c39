/* Threads: libc makes, ends and frees them; here is what the runtime adds. Creation notes where it was asked
 * for; a join waits for the fiber, takes its past over, and then lets libc collect the result, which it finds
 * ready. */
#include "runtime/sync/thread.h"
#include "runtime/sched/gone.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/deadlock.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/order.h"
#include "runtime/sync/real.h"
#include "runtime/sync/sync.h"
#include <errno.h>
#include <string.h>

/* ---- creation ---- */

enum { MAX_PCS = 24 };

/* A creation under way, on its creator's stack: libc's system calls inside may let other threads create
 * others. */
struct creation {
  struct creation *next;
  struct omen_fiber *creator;
  uint64_t pcs[MAX_PCS];
  int npcs;
  bool detached;
  struct omen_sym_thread symbolic;
};
static struct creation *creations;

static void begin(struct creation *c, const pthread_attr_t *attr, const void *frame) {
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attr) pthread_attr_getdetachstate(attr, &detached);
  c->creator = omen_cur;
  c->detached = detached == PTHREAD_CREATE_DETACHED;
  c->npcs = omen_backtrace(frame, c->pcs, MAX_PCS);
  c->next = creations;
  creations = c;
}
static void end(struct creation *c) {
  struct creation **at = &creations;
  while (*at != c) at = &(*at)->next;
  *at = c->next;
}

void omen_sync_created(struct omen_fiber *child) {
  OMEN_ORDER(fork, child);
  struct creation *c = creations;
  while (c && c->creator != omen_cur) c = c->next;
  if (!c) return;
  child->created = omen_created_keep(c->pcs, c->npcs);
  child->detached = c->detached;
  child->symbolic = c->symbolic;
}

OMEN_SERVED int pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*start)(void *), void *arg) {
  OMEN_UNLESS_ON(pthread_create, t, attr, start, arg);
  struct creation c;
  omen_sym_create(&c.symbolic, (const void *)pthread_create, (const void *)start, 3);
  begin(&c, attr, OMEN_HERE);
  int r = omen_real()->pthread_create(t, attr, start, arg);
  end(&c);
  return r;
}

OMEN_SERVED int thrd_create(thrd_t *t, thrd_start_t start, void *arg) {
  OMEN_UNLESS_ON(thrd_create, t, start, arg);
  struct creation c;
  omen_sym_create(&c.symbolic, (const void *)thrd_create, (const void *)start, 2);
  begin(&c, NULL, OMEN_HERE);
  int r = omen_real()->thrd_create(t, start, arg);
  end(&c);
  return r;
}

/* ---- the end of a thread ---- */

static void owner_died(struct omen_object *o, void *arg) {
  const struct omen_fiber *f = arg;
  pthread_mutex_t *m = (pthread_mutex_t *)o->addr;
  if (o->kind == OMEN_WAIT_MUTEX && o->hold.by == f->id && omen_mutex_is_robust(m)) omen_mutex_owner_died(m);
}

/* Who joins it holds it, too. */
bool omen_sync_thread_gone(struct omen_fiber *f) {
  if (omen_object_at(OMEN_WAIT_JOIN, f->pthread)) return false;
  omen_free(f->settled, sizeof *f->settled);
  omen_order_gone(f);
  return true;
}

void omen_sync_thread_exit(struct omen_fiber *f) {
  omen_sym_ends(&f->symbolic);
  if (omen_robust_held) omen_object_each(owner_died, f);
  struct omen_object *o = omen_object_at(OMEN_WAIT_JOIN, f->pthread);
  if (o) omen_wake_all(&o->queue);
}

/* ---- joining ---- */

/* While somebody joins f there is an object at its pthread_t, held by who joins. */
static int joiner_of(struct omen_fiber *f) {
  struct omen_object *o = omen_object_at(OMEN_WAIT_JOIN, f->pthread);
  return o ? o->hold.by : -1;
}

static void misused(enum omen_defect_kind kind, const struct omen_fiber *f, const void *frame,
                    const char *does, const char *which) {
  char name[24];
  omen_misused(&(struct omen_misuse){kind, f->pthread, NULL, f->settled, frame}, "%s %s%s", does,
               f == omen_cur ? "itself" : omen_thread_name(f->id, name), which);
}

static void settle(struct omen_fiber *f, const void *frame) {
  if (!f->settled) f->settled = omen_alloc(sizeof *f->settled);
  f->settled->by = omen_cur->id;
  f->settled->npcs = omen_backtrace(frame, f->settled->pcs, OMEN_HOLD_PCS);
}

/* What libc refuses at once. */
static int join_refused(struct omen_fiber *f, const void *frame) {
  if (f->detached) {
    misused(OMEN_DEFECT_JOIN_TWICE, f, frame, "joins", ", which is detached");
    return EINVAL;
  }
  if (f == omen_cur || (!f->done && joiner_of(omen_cur) == f->id)) {
    misused(OMEN_DEFECT_THREAD_MISUSE, f, frame, "joins", f == omen_cur ? "" : ", which waits to join it");
    return EDEADLK;
  }
  if (joiner_of(f) < 0) return 0;
  misused(OMEN_DEFECT_JOIN_TWICE, f, frame, "joins", ", which another thread waits to join");
  return EINVAL;
}

static int wait_until_done(struct omen_fiber *f, const struct omen_limit *limit, const void *frame) {
  if (f->done) return 0;
  if (limit && !omen_valid_clock(limit->clock)) return EINVAL;
  /* glibc 2.36 turns in circles until the thread is done when the nanoseconds are wrong: no limit, then. */
  int64_t deadline = limit && omen_valid_ns(limit->abs) ? omen_limit_deadline(limit) : OMEN_NEVER;
  while (!f->done) {
    struct omen_object *o = omen_object_init(OMEN_WAIT_JOIN, f->pthread, frame);
    o->hold.by = omen_cur->id;
    omen_object_enter(o);
    omen_cur->served = frame;
    enum omen_waited how = omen_object_wait(o, &o->queue, deadline);
    omen_object_drop(o);
    omen_object_leave(o);
    if (how == OMEN_INTERRUPTED)
      omen_object_interrupted(true);
    else if (how == OMEN_TIMED_OUT && !f->done)
      return ETIMEDOUT;
  }
  return 0;
}

int omen_thread_join(pthread_t t, void **result, const struct omen_limit *limit, const void *frame) {
  omen_point(OMEN_EV_JOIN, (void *)t, 0);
  struct omen_fiber *f = omen_fiber_by_pthread((void *)t);
  if (f && f->joined) misused(OMEN_DEFECT_JOIN_TWICE, f, frame, "joins", ", which was joined already");
  if (!f || f->joined)
    return omen_real()->pthread_join(t, result); /* no thread of ours: libc says what it thinks */
  int r = join_refused(f, frame);
  if (!r) pthread_testcancel();
  if (!r) r = wait_until_done(f, limit, frame);
  if (r) return r;
  omen_hb_join(omen_cur, f);
  OMEN_ORDER(join, f);
  f->joined = true;
  settle(f, frame);
  r = omen_real()->pthread_join(t, result);
  omen_sym_joined(&f->symbolic, result, sizeof *result);
  return r;
}

OMEN_SERVED int pthread_join(pthread_t t, void **result) {
  OMEN_UNLESS_ON(pthread_join, t, result);
  return omen_thread_join(t, result, NULL, OMEN_HERE);
}

OMEN_SERVED int pthread_tryjoin_np(pthread_t t, void **result) {
  OMEN_UNLESS_ON(pthread_tryjoin_np, t, result);
  struct omen_fiber *f = omen_fiber_by_pthread((void *)t);
  if (!f || f->done) return omen_thread_join(t, result, NULL, OMEN_HERE);
  omen_point(OMEN_EV_JOIN, (void *)t, 1);
  omen_spin((void *)t, 0);
  return EBUSY;
}

OMEN_SERVED int pthread_timedjoin_np(pthread_t t, void **result, const struct timespec *abs) {
  OMEN_UNLESS_ON(pthread_timedjoin_np, t, result, abs);
  return omen_thread_join(t, result, abs ? &(struct omen_limit){CLOCK_REALTIME, abs} : NULL, OMEN_HERE);
}

OMEN_SERVED int pthread_clockjoin_np(pthread_t t, void **result, clockid_t clock,
                                     const struct timespec *abs) {
  OMEN_UNLESS_ON(pthread_clockjoin_np, t, result, clock, abs);
  return omen_thread_join(t, result, abs ? &(struct omen_limit){clock, abs} : NULL, OMEN_HERE);
}

int omen_thread_detach(pthread_t t, const void *frame) {
  omen_point(OMEN_EV_DETACH, (void *)t, 0);
  struct omen_fiber *f = omen_fiber_by_pthread((void *)t);
  if (f && (f->joined || f->detached))
    misused(OMEN_DEFECT_JOIN_TWICE, f, frame, "detaches",
            f->joined ? ", which was joined already" : ", which is detached already");
  int r = omen_real()->pthread_detach(t);
  if (r || !f) return r;
  f->detached = true;
  settle(f, frame);
  return r;
}

OMEN_SERVED int pthread_detach(pthread_t t) {
  OMEN_UNLESS_ON(pthread_detach, t);
  return omen_thread_detach(t, OMEN_HERE);
}

/* ---- cancellation ---- */

/* libc marks the target; if it waits in one of our cancellation points, nobody but us can tell it. (In libc's
 * own ones it is told by a signal, which is served as a system call.) */
OMEN_SERVED int pthread_cancel(pthread_t t) {
  OMEN_UNLESS_ON(pthread_cancel, t);
  omen_point(OMEN_EV_CANCEL, (void *)t, 0);
  struct omen_fiber *f = omen_fiber_by_pthread((void *)t);
  omen_deadlock_cancels = true;
  int r = omen_real()->pthread_cancel(t);
  if (r || !f || f->done || f == omen_cur || !f->cancellable) return r;
  if (f->why == OMEN_WAIT_COND || f->why == OMEN_WAIT_SEM || f->why == OMEN_WAIT_JOIN) {
    f->interrupted = true;
    omen_wake(f);
  }
  return r;
}

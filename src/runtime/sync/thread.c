/* Threads: libc makes, ends and frees them; here is what the runtime adds. Creation notes where it was asked
 * for; a join waits for the fiber, takes its past over, and then lets libc collect the result, which it finds
 * ready. */
#include "runtime/sync/thread.h"
#include "runtime/sched/ended_threads.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/deadlock.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/lock_order.h"
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
  struct omrt_fiber *creator;
  uint64_t pcs[MAX_PCS];
  int npcs;
  bool detached;
  struct omrt_sym_thread symbolic;
};
static struct creation *creations;

static void begin(struct creation *c, const pthread_attr_t *attr, const void *frame) {
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attr) pthread_attr_getdetachstate(attr, &detached);
  c->creator = omrt_cur;
  c->detached = detached == PTHREAD_CREATE_DETACHED;
  c->npcs = omrt_backtrace(frame, c->pcs, MAX_PCS);
  c->next = creations;
  creations = c;
}
static void end(struct creation *c) {
  struct creation **at = &creations;
  while (*at != c) at = &(*at)->next;
  *at = c->next;
}

void omrt_sync_created(struct omrt_fiber *child) {
  OMRT_ORDER(fork, child);
  struct creation *c = creations;
  while (c && c->creator != omrt_cur) c = c->next;
  if (!c) return;
  child->created = omrt_created_keep(c->pcs, c->npcs);
  child->detached = c->detached;
  child->symbolic = c->symbolic;
}

OMRT_SERVED int pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*start)(void *), void *arg) {
  OMRT_UNLESS_ON(pthread_create, t, attr, start, arg);
  struct creation c;
  omrt_sym_create(&c.symbolic, (const void *)pthread_create, (const void *)start, 3);
  begin(&c, attr, OMRT_HERE);
  int r = omrt_real()->pthread_create(t, attr, start, arg);
  end(&c);
  return r;
}

OMRT_SERVED int thrd_create(thrd_t *t, thrd_start_t start, void *arg) {
  OMRT_UNLESS_ON(thrd_create, t, start, arg);
  struct creation c;
  omrt_sym_create(&c.symbolic, (const void *)thrd_create, (const void *)start, 2);
  begin(&c, NULL, OMRT_HERE);
  int r = omrt_real()->thrd_create(t, start, arg);
  end(&c);
  return r;
}

/* ---- the end of a thread ---- */

static void owner_died(struct omrt_object *o, void *arg) {
  const struct omrt_fiber *f = arg;
  pthread_mutex_t *m = (pthread_mutex_t *)o->addr;
  if (o->kind == OMRT_WAIT_MUTEX && o->hold.by == f->id && omrt_mutex_is_robust(m)) omrt_mutex_owner_died(m);
}

/* Who joins it holds it, too. */
bool omrt_sync_thread_gone(struct omrt_fiber *f) {
  if (omrt_object_at(OMRT_WAIT_JOIN, f->pthread)) return false;
  omrt_free(f->settled, sizeof *f->settled);
  omrt_order_gone(f);
  return true;
}

void omrt_sync_thread_exit(struct omrt_fiber *f) {
  omrt_sym_ends(&f->symbolic);
  if (omrt_robust_held) omrt_object_each(owner_died, f);
  struct omrt_object *o = omrt_object_at(OMRT_WAIT_JOIN, f->pthread);
  if (o) omrt_wake_all(&o->queue);
}

/* ---- joining ---- */

/* While somebody joins f there is an object at its pthread_t, held by who joins. */
static int joiner_of(struct omrt_fiber *f) {
  struct omrt_object *o = omrt_object_at(OMRT_WAIT_JOIN, f->pthread);
  return o ? o->hold.by : -1;
}

static void misused(enum omen_defect_kind kind, const struct omrt_fiber *f, const void *frame,
                    const char *does, const char *which) {
  char name[24];
  omrt_misused(&(struct omrt_misuse){kind, f->pthread, NULL, f->settled, frame}, "%s %s%s", does,
               f == omrt_cur ? "itself" : omrt_thread_name(f->id, name), which);
}

static void settle(struct omrt_fiber *f, const void *frame) {
  if (!f->settled) f->settled = omrt_alloc(sizeof *f->settled);
  f->settled->by = omrt_cur->id;
  f->settled->npcs = omrt_backtrace(frame, f->settled->pcs, OMRT_HOLD_PCS);
}

/* What libc refuses at once. */
static int join_refused(struct omrt_fiber *f, const void *frame) {
  if (f->detached) {
    misused(OMEN_DEFECT_JOIN_TWICE, f, frame, "joins", ", which is detached");
    return EINVAL;
  }
  if (f == omrt_cur || (!f->done && joiner_of(omrt_cur) == f->id)) {
    misused(OMEN_DEFECT_THREAD_MISUSE, f, frame, "joins", f == omrt_cur ? "" : ", which waits to join it");
    return EDEADLK;
  }
  if (joiner_of(f) < 0) return 0;
  misused(OMEN_DEFECT_JOIN_TWICE, f, frame, "joins", ", which another thread waits to join");
  return EINVAL;
}

static int wait_until_done(struct omrt_fiber *f, const struct omrt_limit *limit, const void *frame) {
  if (f->done) return 0;
  if (limit && !omrt_valid_clock(limit->clock)) return EINVAL;
  /* glibc 2.36 turns in circles until the thread is done when the nanoseconds are wrong: no limit, then. */
  int64_t deadline = limit && omrt_valid_ns(limit->abs) ? omrt_limit_deadline(limit) : OMRT_NEVER;
  while (!f->done) {
    struct omrt_object *o = omrt_object_init(OMRT_WAIT_JOIN, f->pthread, frame);
    o->hold.by = omrt_cur->id;
    omrt_object_enter(o);
    omrt_cur->served = frame;
    enum omrt_waited how = omrt_object_wait(o, &o->queue, deadline);
    omrt_object_drop(o);
    omrt_object_leave(o);
    if (how == OMRT_INTERRUPTED)
      omrt_object_interrupted(true);
    else if (how == OMRT_TIMED_OUT && !f->done)
      return ETIMEDOUT;
  }
  return 0;
}

int omrt_thread_join(pthread_t t, void **result, const struct omrt_limit *limit, const void *frame) {
  omrt_cur->limited = limit != NULL;
  omrt_point(OMEN_EV_JOIN, (void *)t, 0);
  struct omrt_fiber *f = omrt_fiber_by_pthread((void *)t);
  if (f && f->joined) misused(OMEN_DEFECT_JOIN_TWICE, f, frame, "joins", ", which was joined already");
  if (!f || f->joined)
    return omrt_real()->pthread_join(t, result); /* no thread of ours: libc says what it thinks */
  int r = join_refused(f, frame);
  if (!r) pthread_testcancel();
  if (!r) r = wait_until_done(f, limit, frame);
  if (r) return r;
  omrt_hb_join(omrt_cur, f);
  OMRT_ORDER(join, f);
  f->joined = true;
  settle(f, frame);
  r = omrt_real()->pthread_join(t, result);
  omrt_sym_joined(&f->symbolic, result, sizeof *result);
  return r;
}

OMRT_SERVED int pthread_join(pthread_t t, void **result) {
  OMRT_UNLESS_ON(pthread_join, t, result);
  return omrt_thread_join(t, result, NULL, OMRT_HERE);
}

OMRT_SERVED int pthread_tryjoin_np(pthread_t t, void **result) {
  OMRT_UNLESS_ON(pthread_tryjoin_np, t, result);
  struct omrt_fiber *f = omrt_fiber_by_pthread((void *)t);
  if (!f || f->done) return omrt_thread_join(t, result, NULL, OMRT_HERE);
  omrt_point(OMEN_EV_JOIN, (void *)t, 1);
  omrt_spin((void *)t, 0);
  return EBUSY;
}

OMRT_SERVED int pthread_timedjoin_np(pthread_t t, void **result, const struct timespec *abs) {
  OMRT_UNLESS_ON(pthread_timedjoin_np, t, result, abs);
  return omrt_thread_join(t, result, abs ? &(struct omrt_limit){CLOCK_REALTIME, abs} : NULL, OMRT_HERE);
}

OMRT_SERVED int pthread_clockjoin_np(pthread_t t, void **result, clockid_t clock,
                                     const struct timespec *abs) {
  OMRT_UNLESS_ON(pthread_clockjoin_np, t, result, clock, abs);
  return omrt_thread_join(t, result, abs ? &(struct omrt_limit){clock, abs} : NULL, OMRT_HERE);
}

int omrt_thread_detach(pthread_t t, const void *frame) {
  omrt_point(OMEN_EV_DETACH, (void *)t, 0);
  struct omrt_fiber *f = omrt_fiber_by_pthread((void *)t);
  if (f && (f->joined || f->detached))
    misused(OMEN_DEFECT_JOIN_TWICE, f, frame, "detaches",
            f->joined ? ", which was joined already" : ", which is detached already");
  int r = omrt_real()->pthread_detach(t);
  if (r || !f) return r;
  f->detached = true;
  settle(f, frame);
  return r;
}

OMRT_SERVED int pthread_detach(pthread_t t) {
  OMRT_UNLESS_ON(pthread_detach, t);
  return omrt_thread_detach(t, OMRT_HERE);
}

/* ---- cancellation ---- */

/* libc marks the target; if it waits in one of our cancellation points, nobody but us can tell it. (In libc's
 * own ones it is told by a signal, which is served as a system call.) */
OMRT_SERVED int pthread_cancel(pthread_t t) {
  OMRT_UNLESS_ON(pthread_cancel, t);
  omrt_point(OMEN_EV_CANCEL, (void *)t, 0);
  struct omrt_fiber *f = omrt_fiber_by_pthread((void *)t);
  omrt_deadlock_cancels = true;
  int r = omrt_real()->pthread_cancel(t);
  if (r || !f || f->done || f == omrt_cur || !f->cancellable) return r;
  if (f->why == OMRT_WAIT_COND || f->why == OMRT_WAIT_SEM || f->why == OMRT_WAIT_JOIN) {
    f->interrupted = true;
    omrt_wake(f);
  }
  return r;
}

/* C11's mtx_*, cnd_*, thrd_*: the same machinery under other names and result codes, as in glibc, whose mtx_t
 * is a pthread_mutex_t and cnd_t a pthread_cond_t. tss_* stays libc's. */
#include "runtime/sync/cond.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/real.h"
#include "runtime/sync/thread.h"
#include "runtime/sync/without.h"
#include <errno.h>
#include <string.h>

static int result(int error) {
  switch (error) {
  case 0: return thrd_success;
  case ETIMEDOUT: return thrd_timedout;
  case ENOMEM: return thrd_nomem;
  case EBUSY: return thrd_busy;
  default: return thrd_error;
  }
}
static pthread_mutex_t *mutex(mtx_t *m) { return (pthread_mutex_t *)m; }
static pthread_cond_t *cond(cnd_t *c) { return (pthread_cond_t *)c; }

OMEN_SERVED int mtx_init(mtx_t *m, int type) {
  OMEN_UNLESS_ON(mtx_init, m, type);
  omen_point(OMEN_EV_MUTEX_OTHER, m, 0);
  /* As glibc: what is no type of mutex is a plain one. */
  bool recursive = type == (mtx_plain | mtx_recursive) || type == (mtx_timed | mtx_recursive);
  int kind = recursive ? PTHREAD_MUTEX_RECURSIVE_NP : PTHREAD_MUTEX_TIMED_NP;
  return result(omen_mutex_init(mutex(m), kind, OMEN_HERE));
}

OMEN_SERVED void mtx_destroy(mtx_t *m) {
  OMEN_UNLESS_ON(mtx_destroy, m);
  omen_point(OMEN_EV_MUTEX_OTHER, m, 1);
  omen_mutex_destroy(mutex(m), OMEN_HERE);
}

OMEN_SERVED int mtx_lock(mtx_t *m) {
  OMEN_UNLESS_ON(mtx_lock, m);
  omen_point(OMEN_EV_MUTEX_LOCK, m, 0);
  return result(omen_mutex_lock(mutex(m), OMEN_LOCK, NULL, OMEN_HERE));
}

OMEN_SERVED int mtx_trylock(mtx_t *m) {
  OMEN_UNLESS_ON(mtx_trylock, m);
  omen_point(OMEN_EV_MUTEX_TRYLOCK, m, 0);
  return result(omen_mutex_lock(mutex(m), OMEN_LOCK_TRY, NULL, OMEN_HERE));
}

OMEN_SERVED int mtx_timedlock(mtx_t *m, const struct timespec *abs) {
  OMEN_UNLESS_ON(mtx_timedlock, m, abs);
  omen_point(OMEN_EV_MUTEX_LOCK, m, 0);
  return result(omen_mutex_lock(mutex(m), OMEN_LOCK, &(struct omen_limit){CLOCK_REALTIME, abs}, OMEN_HERE));
}

OMEN_SERVED int mtx_unlock(mtx_t *m) {
  OMEN_UNLESS_ON(mtx_unlock, m);
  omen_point(OMEN_EV_MUTEX_UNLOCK, m, 0);
  return result(omen_mutex_unlock(mutex(m), false, OMEN_HERE));
}

OMEN_SERVED int cnd_init(cnd_t *c) {
  OMEN_UNLESS_ON(cnd_init, c);
  omen_point(OMEN_EV_MUTEX_OTHER, c, 0);
  omen_misused_init(OMEN_WAIT_COND, c, OMEN_HERE);
  memset(c, 0, sizeof *c);
  omen_object_init(OMEN_WAIT_COND, c, OMEN_HERE);
  return thrd_success;
}

OMEN_SERVED void cnd_destroy(cnd_t *c) {
  OMEN_UNLESS_ON(cnd_destroy, c);
  omen_point(OMEN_EV_MUTEX_OTHER, c, 1);
  omen_cond_destroy(cond(c), OMEN_HERE);
}

OMEN_SERVED int cnd_wait(cnd_t *c, mtx_t *m) {
  OMEN_UNLESS_ON(cnd_wait, c, m);
  omen_point(OMEN_EV_COND_WAIT, c, (uint64_t)m);
  return result(omen_cond_wait(cond(c), mutex(m), NULL, OMEN_HERE));
}

OMEN_SERVED int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *abs) {
  OMEN_UNLESS_ON(cnd_timedwait, c, m, abs);
  omen_point(OMEN_EV_COND_WAIT, c, (uint64_t)m);
  if (!omen_valid_ns(abs)) return thrd_error;
  return result(omen_cond_wait(cond(c), mutex(m), &(struct omen_limit){CLOCK_REALTIME, abs}, OMEN_HERE));
}

OMEN_SERVED int cnd_signal(cnd_t *c) {
  OMEN_UNLESS_ON(cnd_signal, c);
  omen_point(OMEN_EV_COND_SIGNAL, c, 0);
  omen_cond_check(cond(c), "signals a condition variable", OMEN_HERE);
  if (!omen_without(OMEN_HERE)) omen_cond_signal(cond(c), false);
  return thrd_success;
}

OMEN_SERVED int cnd_broadcast(cnd_t *c) {
  OMEN_UNLESS_ON(cnd_broadcast, c);
  omen_point(OMEN_EV_COND_BROADCAST, c, 0);
  omen_cond_check(cond(c), "signals a condition variable", OMEN_HERE);
  if (!omen_without(OMEN_HERE)) omen_cond_signal(cond(c), true);
  return thrd_success;
}

OMEN_SERVED int thrd_join(thrd_t t, int *res) {
  OMEN_UNLESS_ON(thrd_join, t, res);
  void *value = NULL;
  int r = omen_thread_join(t, &value, NULL, OMEN_HERE);
  if (res) *res = (int)(intptr_t)value;
  return result(r);
}

OMEN_SERVED int thrd_detach(thrd_t t) {
  OMEN_UNLESS_ON(thrd_detach, t);
  return result(omen_thread_detach(t, OMEN_HERE));
}

/* C11's mtx_*, cnd_*, thrd_*: the same machinery under other names and result codes, as in glibc, whose mtx_t
 * is a pthread_mutex_t and cnd_t a pthread_cond_t. tss_* stays libc's. */
#include "runtime/sync/cond.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/real.h"
#include "runtime/sync/thread.h"
#include "runtime/sync/without.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/symbolic.h"
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

OMRT_SERVED int mtx_init(mtx_t *m, int type) {
  OMRT_UNLESS_ON(mtx_init, m, type);
  omrt_point(OMEN_EV_MUTEX_OTHER, m, 0);
  /* As glibc: what is no type of mutex is a plain one. */
  bool recursive = type == (mtx_plain | mtx_recursive) || type == (mtx_timed | mtx_recursive);
  int kind = recursive ? PTHREAD_MUTEX_RECURSIVE_NP : PTHREAD_MUTEX_TIMED_NP;
  return result(omrt_mutex_init(mutex(m), kind, OMRT_HERE));
}

OMRT_SERVED void mtx_destroy(mtx_t *m) {
  OMRT_UNLESS_ON(mtx_destroy, m);
  omrt_point(OMEN_EV_MUTEX_OTHER, m, 1);
  omrt_mutex_destroy(mutex(m), OMRT_HERE);
}

OMRT_SERVED int mtx_lock(mtx_t *m) {
  OMRT_UNLESS_ON_EVEN(mtx_lock, m);
  omrt_point(OMEN_EV_MUTEX_LOCK, m, 0);
  return result(omrt_mutex_lock(mutex(m), OMRT_LOCK, NULL, OMRT_HERE));
}

OMRT_SERVED int mtx_trylock(mtx_t *m) {
  OMRT_UNLESS_ON_EVEN(mtx_trylock, m);
  omrt_point(OMEN_EV_MUTEX_TRYLOCK, m, 0);
  return result(omrt_mutex_lock(mutex(m), OMRT_LOCK_TRY, NULL, OMRT_HERE));
}

OMRT_SERVED int mtx_timedlock(mtx_t *m, const struct timespec *abs) {
  OMRT_UNLESS_ON(mtx_timedlock, m, abs);
  omrt_cur->limited = true;
  omrt_point(OMEN_EV_MUTEX_LOCK, m, 0);
  return result(omrt_mutex_lock(mutex(m), OMRT_LOCK, &(struct omrt_limit){CLOCK_REALTIME, abs}, OMRT_HERE));
}

OMRT_SERVED int mtx_unlock(mtx_t *m) {
  OMRT_UNLESS_ON_EVEN(mtx_unlock, m);
  omrt_point(OMEN_EV_MUTEX_UNLOCK, m, 0);
  return result(omrt_mutex_unlock(mutex(m), false, OMRT_HERE));
}

OMRT_SERVED int cnd_init(cnd_t *c) {
  OMRT_UNLESS_ON(cnd_init, c);
  omrt_point(OMEN_EV_MUTEX_OTHER, c, 0);
  omrt_misused_init(OMRT_WAIT_COND, c, OMRT_HERE);
  memset(c, 0, sizeof *c);
  omrt_object_init(OMRT_WAIT_COND, c, OMRT_HERE);
  return thrd_success;
}

OMRT_SERVED void cnd_destroy(cnd_t *c) {
  OMRT_UNLESS_ON(cnd_destroy, c);
  omrt_point(OMEN_EV_MUTEX_OTHER, c, 1);
  omrt_cond_destroy(cond(c), OMRT_HERE);
}

OMRT_SERVED int cnd_wait(cnd_t *c, mtx_t *m) {
  OMRT_UNLESS_ON(cnd_wait, c, m);
  omrt_point(OMEN_EV_COND_WAIT, c, (uint64_t)m);
  return result(omrt_cond_wait(cond(c), mutex(m), NULL, OMRT_HERE));
}

OMRT_SERVED int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *abs) {
  OMRT_UNLESS_ON(cnd_timedwait, c, m, abs);
  omrt_point(OMEN_EV_COND_WAIT, c, (uint64_t)m);
  if (!omrt_valid_ns(abs)) return thrd_error;
  return result(omrt_cond_wait(cond(c), mutex(m), &(struct omrt_limit){CLOCK_REALTIME, abs}, OMRT_HERE));
}

OMRT_SERVED int cnd_signal(cnd_t *c) {
  OMRT_UNLESS_ON_EVEN(cnd_signal, c);
  omrt_point(OMEN_EV_COND_SIGNAL, c, 0);
  omrt_cond_check(cond(c), "signals a condition variable", OMRT_HERE);
  if (!omrt_without(OMRT_HERE)) omrt_cond_signal(cond(c), false);
  return thrd_success;
}

OMRT_SERVED int cnd_broadcast(cnd_t *c) {
  OMRT_UNLESS_ON_EVEN(cnd_broadcast, c);
  omrt_point(OMEN_EV_COND_BROADCAST, c, 0);
  omrt_cond_check(cond(c), "signals a condition variable", OMRT_HERE);
  if (!omrt_without(OMRT_HERE)) omrt_cond_signal(cond(c), true);
  return thrd_success;
}

OMRT_SERVED int thrd_join(thrd_t t, int *res) {
  OMRT_UNLESS_ON(thrd_join, t, res);
  void *value = NULL;
  int r = omrt_thread_join(t, &value, NULL, OMRT_HERE);
  if (res && omrt_sym_on) omrt_shade_copy(res, &value, sizeof *res);
  if (res) *res = (int)(intptr_t)value;
  return result(r);
}

OMRT_SERVED int thrd_detach(thrd_t t) {
  OMRT_UNLESS_ON(thrd_detach, t);
  return result(omrt_thread_detach(t, OMRT_HERE));
}

/* What orders threads, looked at only while a token lives: one load and one branch otherwise; and not
 * at all in a process that nothing is asked of.
 *
 * The rows below are the list: what a function releases before it, acquires after it when it succeeded. */
#include "field/client/client.h"
#include <dlfcn.h>
#include <errno.h>
#include <semaphore.h>
#include <threads.h>

__attribute__((noinline, cold)) static void *find(_Atomic(void *) *cache, const char *name) {
  void *f = dlsym(RTLD_NEXT, name);
  atomic_store(cache, f);
  return f;
}
static inline void *real(_Atomic(void *) *cache, const char *name) {
  void *f = atomic_load_explicit(cache, memory_order_relaxed);
  return __builtin_expect(f != NULL, 1) ? f : find(cache, name);
}
static inline bool looked_at(void) { return __builtin_expect(atomic_load(&omenf_live) != 0, 0); }
static void released(const void *o) {
  if (looked_at()) omenf_release(o);
}
static void acquired(const void *o) {
  if (looked_at()) {
    int saved = errno;
    omenf_acquire(o);
    errno = saved;
  }
}

/* Two versions of a function stand in libc where an old one must go on working: the newest is the default for
 * dlsym. */
#define CALL(type, name, ...) int status = ((int(*) type)real(&next, #name))__VA_ARGS__
/* While nothing is asked of this process, a jump and no more. */
#define ASLEEP(type, name, names)                                                                            \
  static _Atomic(void *) next;                                                                               \
  if (__builtin_expect(!omenf_awake, 1)) return ((int(*) type)real(&next, #name))names

#define ACQUIRES(name, type, arguments, names, object)                                                       \
  OMENF_EXPORT int name arguments {                                                                          \
    ASLEEP(type, name, names);                                                                               \
    CALL(type, name, names);                                                                                 \
    if (!status) acquired(object);                                                                           \
    return status;                                                                                           \
  }
#define RELEASES(name, type, arguments, names, object)                                                       \
  OMENF_EXPORT int name arguments {                                                                          \
    ASLEEP(type, name, names);                                                                               \
    released(object);                                                                                        \
    CALL(type, name, names);                                                                                 \
    return status;                                                                                           \
  }

ACQUIRES(pthread_mutex_lock, (pthread_mutex_t *), (pthread_mutex_t * m), (m), m)
ACQUIRES(pthread_mutex_trylock, (pthread_mutex_t *), (pthread_mutex_t * m), (m), m)
ACQUIRES(pthread_mutex_timedlock, (pthread_mutex_t *, const struct timespec *),
         (pthread_mutex_t *restrict m, const struct timespec *restrict t), (m, t), m)
ACQUIRES(pthread_mutex_clocklock, (pthread_mutex_t *, clockid_t, const struct timespec *),
         (pthread_mutex_t *restrict m, clockid_t c, const struct timespec *restrict t), (m, c, t), m)
RELEASES(pthread_mutex_unlock, (pthread_mutex_t *), (pthread_mutex_t * m), (m), m)
ACQUIRES(pthread_rwlock_rdlock, (pthread_rwlock_t *), (pthread_rwlock_t * m), (m), m)
ACQUIRES(pthread_rwlock_wrlock, (pthread_rwlock_t *), (pthread_rwlock_t * m), (m), m)
ACQUIRES(pthread_rwlock_tryrdlock, (pthread_rwlock_t *), (pthread_rwlock_t * m), (m), m)
ACQUIRES(pthread_rwlock_trywrlock, (pthread_rwlock_t *), (pthread_rwlock_t * m), (m), m)
ACQUIRES(pthread_rwlock_timedrdlock, (pthread_rwlock_t *, const struct timespec *),
         (pthread_rwlock_t *restrict m, const struct timespec *restrict t), (m, t), m)
ACQUIRES(pthread_rwlock_timedwrlock, (pthread_rwlock_t *, const struct timespec *),
         (pthread_rwlock_t *restrict m, const struct timespec *restrict t), (m, t), m)
ACQUIRES(pthread_rwlock_clockrdlock, (pthread_rwlock_t *, clockid_t, const struct timespec *),
         (pthread_rwlock_t *restrict m, clockid_t c, const struct timespec *restrict t), (m, c, t), m)
ACQUIRES(pthread_rwlock_clockwrlock, (pthread_rwlock_t *, clockid_t, const struct timespec *),
         (pthread_rwlock_t *restrict m, clockid_t c, const struct timespec *restrict t), (m, c, t), m)
RELEASES(pthread_rwlock_unlock, (pthread_rwlock_t *), (pthread_rwlock_t * m), (m), m)
ACQUIRES(pthread_spin_lock, (pthread_spinlock_t *), (pthread_spinlock_t * m), (m), (const void *)m)
ACQUIRES(pthread_spin_trylock, (pthread_spinlock_t *), (pthread_spinlock_t * m), (m), (const void *)m)
RELEASES(pthread_spin_unlock, (pthread_spinlock_t *), (pthread_spinlock_t * m), (m), (const void *)m)
RELEASES(sem_post, (sem_t *), (sem_t * s), (s), s)
ACQUIRES(sem_wait, (sem_t *), (sem_t * s), (s), s)
ACQUIRES(sem_trywait, (sem_t *), (sem_t * s), (s), s)
ACQUIRES(sem_timedwait, (sem_t *, const struct timespec *),
         (sem_t *restrict s, const struct timespec *restrict t), (s, t), s)
ACQUIRES(sem_clockwait, (sem_t *, clockid_t, const struct timespec *),
         (sem_t *restrict s, clockid_t c, const struct timespec *restrict t), (s, c, t), s)
RELEASES(pthread_cond_signal, (pthread_cond_t *), (pthread_cond_t * c), (c), c)
RELEASES(pthread_cond_broadcast, (pthread_cond_t *), (pthread_cond_t * c), (c), c)
ACQUIRES(mtx_lock, (mtx_t *), (mtx_t * m), (m), m)
ACQUIRES(mtx_trylock, (mtx_t *), (mtx_t * m), (m), m)
ACQUIRES(mtx_timedlock, (mtx_t *, const struct timespec *),
         (mtx_t *restrict m, const struct timespec *restrict t), (m, t), m)
RELEASES(mtx_unlock, (mtx_t *), (mtx_t * m), (m), m)
RELEASES(cnd_signal, (cnd_t *), (cnd_t * c), (c), c)
RELEASES(cnd_broadcast, (cnd_t *), (cnd_t * c), (c), c)

/* Waiting gives the lock back and takes it again, whatever comes of it. */
#define WAITS(name, type, arguments, names, condition, lock)                                                 \
  OMENF_EXPORT int name arguments {                                                                          \
    ASLEEP(type, name, names);                                                                               \
    released(lock);                                                                                          \
    CALL(type, name, names);                                                                                 \
    acquired(lock);                                                                                          \
    if (!status) acquired(condition);                                                                        \
    return status;                                                                                           \
  }
WAITS(pthread_cond_wait, (pthread_cond_t *, pthread_mutex_t *),
      (pthread_cond_t *restrict c, pthread_mutex_t *restrict m), (c, m), c, m)
WAITS(pthread_cond_timedwait, (pthread_cond_t *, pthread_mutex_t *, const struct timespec *),
      (pthread_cond_t *restrict c, pthread_mutex_t *restrict m, const struct timespec *restrict t), (c, m, t),
      c, m)
WAITS(pthread_cond_clockwait, (pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *),
      (pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t k,
       const struct timespec *restrict t),
      (c, m, k, t), c, m)
WAITS(cnd_wait, (cnd_t *, mtx_t *), (cnd_t * c, mtx_t *m), (c, m), c, m)
WAITS(cnd_timedwait, (cnd_t *, mtx_t *, const struct timespec *),
      (cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict t), (c, m, t), c, m)

OMENF_EXPORT int pthread_barrier_wait(pthread_barrier_t *b) {
  ASLEEP((pthread_barrier_t *), pthread_barrier_wait, (b));
  released(b);
  CALL((pthread_barrier_t *), pthread_barrier_wait, (b));
  acquired(b);
  return status;
}

/* What a "once" did is before everybody who comes by. */
OMENF_EXPORT int pthread_once(pthread_once_t *once, void (*routine)(void)) {
  ASLEEP((pthread_once_t *, void (*)(void)), pthread_once, (once, routine));
  CALL((pthread_once_t *, void (*)(void)), pthread_once, (once, routine));
  released(once);
  acquired(once);
  return status;
}

/* What orders threads. The rows below are the list: what a function releases before it, acquires after it
 * when it succeeded.
 *
 * A program may take a lock every 20 ns, so ours is one jump more and nothing else: to libc's function, but
 * while a token lives to one that looks at it. */
#include "field/client/client.h"
#include <dlfcn.h>
#include <errno.h>
#include <semaphore.h>
#include <threads.h>

/* A row: where calls go now, libc's own function, ours. Rows are a section of their own, so that all can be
 * found. */
struct row {
  _Atomic(void *) to, real;
  void *looked;
  const char *name;
};
extern struct row __start_omenf_rows[] __attribute__((visibility("hidden")));
extern struct row __stop_omenf_rows[] __attribute__((visibility("hidden")));

/* What one call costs where it is looked at, for the governor: without a token, and with one. Told by each
 * thread every so many calls. */
enum { QUIET_NS = 2, LIVE_NS = 10, TOLD = 64 };
#define OWN __attribute__((tls_model("initial-exec")))

static _Atomic bool looking;
static _Atomic uint32_t period;  /* grows when that begins */
static _Atomic uint64_t moments; /* of tokens and threads, in their order */
_Atomic int64_t omenf_sync_ns;
static __thread uint32_t calls OWN, observed_period OWN;
static __thread uint64_t observed_moment OWN;

/* Whoever switches meanwhile did so before this looks, or finds what is set here. Two versions of a function
 * stand in libc where an old one must go on working: the newest is the default for dlsym. */
__attribute__((noinline, cold)) static void *find(struct row *r) {
  void *f = dlsym(RTLD_NEXT, r->name);
  atomic_store(&r->real, f);
  atomic_store(&r->to, f);
  if (atomic_load(&looking)) atomic_store(&r->to, r->looked);
  return f;
}
static inline void *real(struct row *r) {
  void *f = atomic_load_explicit(&r->real, memory_order_relaxed);
  return __builtin_expect(f != NULL, 1) ? f : find(r);
}

void omenf_sync_look(bool look) {
  if (atomic_load_explicit(&looking, memory_order_relaxed) == look) return;
  atomic_store(&looking, look);
  for (struct row *r = __start_omenf_rows; r < __stop_omenf_rows; r++) {
    void *f = atomic_load(&r->real);
    if (f) atomic_store(&r->to, look ? r->looked : f);
  }
  if (look) atomic_fetch_add(&period, 1);
}

uint64_t omenf_moment(void) { return atomic_fetch_add(&moments, 1) + 1; }

void omenf_observe(void) {
  uint32_t now = atomic_load_explicit(&period, memory_order_relaxed);
  if (__builtin_expect(observed_period == now, 1)) return;
  observed_period = now;
  observed_moment = omenf_moment();
}

bool omenf_was_observed(uint64_t moment) {
  return observed_period == atomic_load(&period) && observed_moment < moment;
}

void omenf_observe_made(struct omenf_thread *t, bool begins) {
  if (!begins) omenf_observe();
  if (!begins) t->period = observed_period, t->moment = observed_moment;
  if (begins) observed_period = t->period, observed_moment = t->moment;
}

__attribute__((noinline, cold)) static void tell(void) {
  uint32_t ns = TOLD * (atomic_load(&omenf_live) ? LIVE_NS : QUIET_NS);
  int saved = errno;
  omenf_count(ns);
  if (atomic_fetch_sub(&omenf_sync_ns, ns) <= (int64_t)ns) omenf_wake_helper();
  errno = saved;
}

static inline bool looked_at(void) {
  omenf_observe();
  if (__builtin_expect(!(++calls % TOLD), 0)) tell();
  return __builtin_expect(atomic_load(&omenf_live) != 0, 0);
}
static inline void released(const void *o) {
  if (looked_at()) omenf_release(o);
}
__attribute__((noinline)) static void acquire(const void *o) {
  int saved = errno;
  omenf_acquire(o);
  errno = saved;
}
static inline void acquired(const void *o) {
  if (looked_at()) acquire(o);
}

#define ROW(name, type, arguments, names)                                                                    \
  static int first_##name arguments;                                                                         \
  static int looked_##name arguments;                                                                        \
  static struct row row_##name __attribute__((section("omenf_rows"), used)) = {                              \
      (void *)first_##name, NULL, (void *)looked_##name, #name};                                             \
  static int first_##name arguments {                                                                        \
    find(&row_##name);                                                                                       \
    return name names;                                                                                       \
  }                                                                                                          \
  OMENF_EXPORT int name arguments {                                                                          \
    return ((int(*) type)atomic_load_explicit(&row_##name.to, memory_order_relaxed))names;                   \
  }                                                                                                          \
  static int looked_##name arguments
#define CALL(type, name, names) int status = ((int(*) type)real(&row_##name))names

#define ACQUIRES(name, type, arguments, names, object)                                                       \
  ROW(name, type, arguments, names) {                                                                        \
    CALL(type, name, names);                                                                                 \
    if (!status) acquired(object);                                                                           \
    return status;                                                                                           \
  }
#define RELEASES(name, type, arguments, names, object)                                                       \
  ROW(name, type, arguments, names) {                                                                        \
    released(object);                                                                                        \
    return ((int(*) type)real(&row_##name))names;                                                            \
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
  ROW(name, type, arguments, names) {                                                                        \
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

ROW(pthread_barrier_wait, (pthread_barrier_t *), (pthread_barrier_t * b), (b)) {
  released(b);
  CALL((pthread_barrier_t *), pthread_barrier_wait, (b));
  acquired(b);
  return status;
}

/* What a "once" did is before everybody who comes by. */
ROW(pthread_once, (pthread_once_t *, void (*)(void)), (pthread_once_t * once, void (*routine)(void)),
    (once, routine)) {
  CALL((pthread_once_t *, void (*)(void)), pthread_once, (once, routine));
  released(once);
  acquired(once);
  return status;
}

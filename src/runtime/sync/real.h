/* sync/real.h: libc's own functions of the names that sync/ serves. They do the work when Omen is not in
 * control (before start-up, in a child that left it) and the part of a thread's life that stays libc's. */
#ifndef OMRT_SYNC_REAL_H
#define OMRT_SYNC_REAL_H
#include "runtime/rt.h"
#include <pthread.h>
#include <spawn.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

/* What compilers and libc's own static part call, and no header has. */
int __cxa_atexit(void (*f)(void *), void *arg, void *library);
int __cxa_at_quick_exit(void (*f)(void *), void *library);

/* clang-format off */
#define OMRT_REALS(X) \
  X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_lock) X(pthread_mutex_trylock) \
  X(pthread_mutex_timedlock) \
  X(pthread_mutex_clocklock) X(pthread_mutex_unlock) X(pthread_mutex_consistent) \
  X(pthread_mutex_getprioceiling) \
  X(pthread_mutex_setprioceiling) \
  X(pthread_cond_init) X(pthread_cond_destroy) X(pthread_cond_wait) X(pthread_cond_timedwait) \
  X(pthread_cond_clockwait) \
  X(pthread_cond_signal) X(pthread_cond_broadcast) \
  X(pthread_rwlock_init) X(pthread_rwlock_destroy) X(pthread_rwlock_rdlock) \
  X(pthread_rwlock_wrlock) \
  X(pthread_rwlock_tryrdlock) X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedrdlock) \
  X(pthread_rwlock_timedwrlock) X(pthread_rwlock_clockrdlock) X(pthread_rwlock_clockwrlock) \
  X(pthread_rwlock_unlock) \
  X(pthread_barrier_init) X(pthread_barrier_destroy) X(pthread_barrier_wait) \
  X(pthread_spin_init) X(pthread_spin_destroy) X(pthread_spin_lock) X(pthread_spin_trylock) \
  X(pthread_spin_unlock) \
  X(sem_init) X(sem_destroy) X(sem_wait) X(sem_trywait) X(sem_timedwait) X(sem_clockwait) \
  X(sem_post) X(sem_getvalue) \
  X(pthread_once) X(call_once) \
  X(pthread_create) X(pthread_join) X(pthread_tryjoin_np) X(pthread_timedjoin_np) \
  X(pthread_clockjoin_np) \
  X(pthread_setname_np) X(pthread_getname_np) X(posix_spawn) X(posix_spawnp) \
  X(pthread_detach) X(pthread_cancel) X(thrd_create) X(thrd_join) X(thrd_detach) \
  X(mtx_init) X(mtx_destroy) X(mtx_lock) X(mtx_trylock) X(mtx_timedlock) X(mtx_unlock) \
  X(cnd_init) X(cnd_destroy) X(cnd_wait) X(cnd_timedwait) X(cnd_signal) X(cnd_broadcast) \
  X(flockfile) X(ftrylockfile) X(funlockfile) \
  X(__cxa_atexit) X(on_exit) X(__cxa_at_quick_exit) X(quick_exit)
/* clang-format on */

struct omrt_real {
#define X(name) __typeof__(&name) name;
  OMRT_REALS(X)
#undef X
};
const struct omrt_real *omrt_real(void); /* finds them when first asked */

/* At the top of every served function: libc's own one does it while Omen is not in control. */
#define OMRT_UNLESS_ON(name, ...)                                                                            \
  if (__builtin_expect(!omrt_on, 0)) return omrt_real()->name(__VA_ARGS__)
#define OMRT_UNLESS_ON_EVEN(name, ...)                                                                       \
  OMRT_EVEN_FRAME();                                                                                         \
  OMRT_UNLESS_ON(name, __VA_ARGS__)
#define OMRT_SERVED __attribute__((visibility("default")))
#define OMRT_HERE __builtin_frame_address(0)
/* The same function under a second name of libc's. */
#define OMRT_ALIAS(name, of) extern __typeof__(of) name __attribute__((alias(#of), visibility("default")))
#endif

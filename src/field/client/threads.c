/* Threads begin, end and are joined. The first that the program makes starts the helper. */
#include "field/client/client.h"
#include <dlfcn.h>
#include <threads.h>

static pthread_key_t ended_key;
static _Atomic int key_state; /* 1: there */

static void ended(void *thread) {
  struct omenf_thread *t = thread;
  atomic_store(&t->state, 2);
}

static void *begin(void *thread) {
  struct omenf_thread *t = thread;
  void *(*start)(void *) = t->start;
  void *argument = t->argument;
  omenf_thread_begin(t);
  omenf_observe_made(t, true);
  omenf_believe_trap(t->trap_blocked);
  if (atomic_load(&key_state)) pthread_setspecific(ended_key, t);
  return start(argument);
}

_Atomic uint32_t omenf_threads_made;

/* The first of them give the helper more to spend (helper.c). */
static void made(void) {
  if (atomic_fetch_add(&omenf_threads_made, 1) < OMENF_FIRST_THREADS) omenf_wake_helper();
}

typedef int create_fn(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int omenf_real_create(pthread_t *t, const pthread_attr_t *a, void *(*start)(void *), void *argument) {
  static _Atomic(void *) f;
  if (!atomic_load(&f)) atomic_store(&f, dlsym(RTLD_NEXT, "pthread_create"));
  return ((create_fn *)atomic_load(&f))(t, a, start, argument);
}

OMENF_EXPORT int pthread_create(pthread_t *restrict out, const pthread_attr_t *restrict a,
                                void *(*start)(void *), void *restrict argument) {
  if (!omenf_start_threads()) return omenf_real_create(out, a, start, argument);
  if (!atomic_load(&key_state) && !pthread_key_create(&ended_key, ended)) atomic_store(&key_state, 1);
  omenf_self();
  struct omenf_thread *t = omenf_thread_new();
  if (!t) return omenf_real_create(out, a, start, argument);
  t->start = start;
  t->argument = argument;
  t->trap_blocked = omenf_trap_blocked();
  omenf_observe_made(t, false);
  int status = omenf_real_create(out, a, begin, t);
  if (status)
    atomic_store(&t->state, 0);
  else
    made();
  return status;
}

OMENF_EXPORT int pthread_join(pthread_t thread, void **result) {
  static _Atomic(void *) f;
  if (!atomic_load(&f)) atomic_store(&f, dlsym(RTLD_NEXT, "pthread_join"));
  int status = ((int (*)(pthread_t, void **))atomic_load(&f))(thread, result);
  if (!status && atomic_load(&omenf_here.active)) omenf_thread_joined(thread);
  return status;
}

/* C11's threads: libc makes and joins them without asking the functions above. */

OMENF_EXPORT int thrd_join(thrd_t thread, int *result) {
  static _Atomic(void *) f;
  if (!atomic_load(&f)) atomic_store(&f, dlsym(RTLD_NEXT, "thrd_join"));
  int status = ((int (*)(thrd_t, int *))atomic_load(&f))(thread, result);
  if (status == thrd_success && atomic_load(&omenf_here.active)) omenf_thread_joined(thread);
  return status;
}

static int begin_c11(void *thread) {
  struct omenf_thread *t = thread;
  int (*start)(void *) = (int (*)(void *))(uintptr_t)t->start;
  void *argument = t->argument;
  omenf_thread_begin(t);
  omenf_observe_made(t, true);
  omenf_believe_trap(t->trap_blocked);
  if (atomic_load(&key_state)) pthread_setspecific(ended_key, t);
  return start(argument);
}

OMENF_EXPORT int thrd_create(thrd_t *out, thrd_start_t start, void *argument) {
  static _Atomic(void *) f;
  if (!atomic_load(&f)) atomic_store(&f, dlsym(RTLD_NEXT, "thrd_create"));
  int (*real)(thrd_t *, thrd_start_t, void *) = (int (*)(thrd_t *, thrd_start_t, void *))atomic_load(&f);
  if (!omenf_start_threads()) return real(out, start, argument);
  if (!atomic_load(&key_state) && !pthread_key_create(&ended_key, ended)) atomic_store(&key_state, 1);
  omenf_self();
  struct omenf_thread *t = omenf_thread_new();
  if (!t) return real(out, start, argument);
  t->start = (void *(*)(void *))(uintptr_t)start;
  t->argument = argument;
  t->trap_blocked = omenf_trap_blocked();
  omenf_observe_made(t, false);
  int status = real(out, begin_c11, t);
  if (status != thrd_success)
    atomic_store(&t->state, 0);
  else
    made();
  return status;
}

// Threads that wait for each other while main goes on and ends, locks taken in opposite orders, and the twins
// of both that are right. The argument picks the case; deadlocks.sh knows what each must lead to.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER,
                       c = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, rec = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t check = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, robust;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER, s = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t have_a, have_b, sem;
static pthread_barrier_t barrier;
static pthread_t other;
static const char *what;
static int is(const char *w) { return !strcmp(what, w); }

static void both(pthread_mutex_t *x, pthread_mutex_t *y) {
  pthread_mutex_lock(x);
  pthread_mutex_lock(y);
  pthread_mutex_unlock(y);
  pthread_mutex_unlock(x);
}
static int timed(pthread_mutex_t *m) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_nsec += 1000000;
  if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
  return pthread_mutex_timedlock(m, &t);
}
static void locks(int write, pthread_rwlock_t *x, pthread_rwlock_t *y) {
  pthread_rwlock_rdlock(x);
  if (write)
    pthread_rwlock_wrlock(y);
  else
    pthread_rwlock_rdlock(y);
  pthread_rwlock_unlock(y);
  pthread_rwlock_unlock(x);
}
static void again(void) { pthread_once(&once, again); }

/* ---- one and two really meet: each has its first lock ---- */

static void *stuck_one(void *x) {
  if (is("orphan")) return pthread_mutex_lock(&a), sem_post(&have_a), x;
  if (is("once")) return pthread_once(&once, again), x;
  if (is("upgrade")) return pthread_rwlock_rdlock(&r), pthread_rwlock_wrlock(&r), x;
  if (is("checked"))
    return pthread_mutex_lock(&check), printf("%d\n", pthread_mutex_lock(&check) == EDEADLK), x;
  if (is("robust")) return pthread_mutex_lock(&robust), sem_post(&have_a), x;
  if (is("idle")) {
    pthread_mutex_lock(&a);
    for (;;) pthread_cond_wait(&cond, &a);
  }
  pthread_mutex_lock(&a);
  sem_post(&have_a);
  sem_wait(&have_b);
  if (is("timed")) {
    timed(&b);
    pthread_mutex_unlock(&a);
  } else if (is("joins")) {
    pthread_join(other, NULL);
  } else if (!is("main_holds")) {
    pthread_mutex_lock(&b);
  }
  return x;
}
static void *stuck_two(void *x) {
  if (is("once") || is("upgrade") || is("checked") || is("idle")) return x;
  if (is("orphan") || is("robust")) {
    sem_wait(&have_a);
    if (is("orphan"))
      pthread_mutex_lock(&a);
    else
      printf("%d\n", pthread_mutex_lock(&robust) == EOWNERDEAD);
    return x;
  }
  if (!is("main_holds")) pthread_mutex_lock(&b);
  sem_post(&have_b);
  sem_wait(&have_a);
  pthread_mutex_lock(is("main_holds") ? &gate : &a);
  return x;
}
static int stuck(void) {
  pthread_t one;
  if (is("main_holds")) pthread_mutex_lock(&gate);
  pthread_create(&other, NULL, stuck_two, NULL);
  pthread_create(&one, NULL, stuck_one, NULL);
  for (int i = 0; i < 50; i++) sched_yield();
  puts("main is done");
  return 0;
}

/* ---- one and two do not meet, but could ---- */

static void *order_one(void *x) {
  if (is("gate")) pthread_mutex_lock(&gate);
  if (is("try")) {
    pthread_mutex_lock(&a);
    if (!pthread_mutex_trylock(&b)) pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
  } else if (is("limit")) {
    pthread_mutex_lock(&a);
    if (!timed(&b)) pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
  } else if (is("readers") || is("writers")) {
    locks(is("writers"), &r, &s);
  } else if (is("spins")) {
    pthread_spin_lock(&spin);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_spin_unlock(&spin);
  } else if (is("recursive")) {
    pthread_mutex_lock(&rec);
    both(&a, &rec);
    pthread_mutex_unlock(&rec);
  } else if (is("heap")) {
    pthread_mutex_t *p = calloc(2, sizeof *p);
    both(p, p + 1);
    free(p);
  } else {
    both(&a, &b);
  }
  if (is("gate")) pthread_mutex_unlock(&gate);
  if (is("posts")) sem_post(&sem);
  if (is("barrier")) pthread_barrier_wait(&barrier);
  return x;
}
static void *order_two(void *x) {
  if (is("gate")) pthread_mutex_lock(&gate);
  if (is("posts")) sem_wait(&sem);
  if (is("barrier")) pthread_barrier_wait(&barrier);
  if (is("ring")) {
    both(&b, &c);
  } else if (is("readers") || is("writers")) {
    locks(is("writers"), &s, &r);
  } else if (is("spins")) {
    pthread_mutex_lock(&a);
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    pthread_mutex_unlock(&a);
  } else if (is("recursive")) {
    both(&rec, &a);
  } else if (is("heap")) {
    pthread_mutex_t *p = calloc(2, sizeof *p);
    both(p + 1, p);
    free(p);
  } else {
    both(&b, &a);
  }
  if (is("gate")) pthread_mutex_unlock(&gate);
  return x;
}
static void *order_three(void *x) {
  if (is("ring")) both(&c, &a);
  return x;
}
/* What a flag orders, no clock here knows: a warning, but it cannot be made to happen. */
static int ready;
static void *flag_one(void *x) {
  both(&a, &b);
  pthread_mutex_lock(&c);
  ready = 1;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&c);
  return x;
}
static void *flag_two(void *x) {
  pthread_mutex_lock(&c);
  while (!ready) pthread_cond_wait(&cond, &c);
  pthread_mutex_unlock(&c);
  both(&b, &a);
  return x;
}

int main(int argc, char **argv) {
  pthread_t t[3];
  pthread_mutexattr_t attr;
  what = argc > 1 ? argv[1] : "";
  sem_init(&have_a, 0, 0), sem_init(&have_b, 0, 0), sem_init(&sem, 0, 0);
  pthread_spin_init(&spin, 0), pthread_barrier_init(&barrier, NULL, 2);
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &attr);
  if (argc > 2) return stuck();
  if (is("alone")) return both(&a, &b), both(&b, &a), puts("main is done"), 0;
  pthread_create(&t[0], NULL, is("flag") ? flag_one : order_one, NULL);
  if (is("joined")) pthread_join(t[0], NULL);
  pthread_create(&t[1], NULL, is("flag") ? flag_two : order_two, NULL);
  pthread_create(&t[2], NULL, order_three, NULL);
  for (int i = is("joined"); i < 3; i++) pthread_join(t[i], NULL);
  puts("main is done");
  return 0;
}

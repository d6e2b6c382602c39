/* Many threads on each kind of synchronisation object, checking what must hold on every schedule:
 * sync_threads.sh runs it under several. Prints "all right", or the first thing that is not. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHECK(c)                                                                                             \
  do {                                                                                                       \
    if (!(c)) {                                                                                              \
      printf("line %d: not so: %s\n", __LINE__, #c);                                                         \
      fflush(stdout);                                                                                        \
      _exit(1);                                                                                              \
    }                                                                                                        \
  } while (0)
enum { THREADS = 8 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static sem_t go, back, ready;

static struct timespec after_ms(int clock, long ms) {
  struct timespec t;
  clock_gettime(clock, &t);
  t.tv_nsec += ms * 1000000;
  t.tv_sec += t.tv_nsec / 1000000000;
  t.tv_nsec %= 1000000000;
  return t;
}
static pthread_t start(void *(*f)(void *), long arg) {
  pthread_t t;
  CHECK(pthread_create(&t, NULL, f, (void *)arg) == 0);
  return t;
}
static long finish(pthread_t t) {
  void *result;
  CHECK(pthread_join(t, &result) == 0);
  return (long)result;
}
static void sem_take(sem_t *s) {
  while (sem_wait(s)) CHECK(errno == EINTR);
}
static void run_all(void *(*f)(void *)) {
  pthread_t t[THREADS];
  for (long i = 0; i < THREADS; i++) t[i] = start(f, i);
  for (int i = 0; i < THREADS; i++) finish(t[i]);
}

/* ---- barrier: nobody passes before all arrived, one serial thread a round ---- */

enum { ROUNDS = 20 };
static pthread_barrier_t barrier;
static int round_of[THREADS], serials;
static void *at_barrier(void *arg) {
  for (int r = 1; r <= ROUNDS; r++) {
    __atomic_store_n(&round_of[(long)arg], r, __ATOMIC_RELAXED);
    int got = pthread_barrier_wait(&barrier);
    CHECK(got == 0 || got == PTHREAD_BARRIER_SERIAL_THREAD);
    if (got) __atomic_fetch_add(&serials, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++) CHECK(__atomic_load_n(&round_of[i], __ATOMIC_RELAXED) >= r);
  }
  return NULL;
}
static void barriers(void) {
  CHECK(pthread_barrier_init(&barrier, NULL, THREADS) == 0);
  run_all(at_barrier);
  CHECK(serials == ROUNDS);
  CHECK(pthread_barrier_destroy(&barrier) == 0);
}

/* ---- rwlock: a writer alone, readers never beside one ---- */

static pthread_rwlock_t rwlock;
static int readers, writers;
static int rw_take(unsigned op) {
  struct timespec soon = after_ms(CLOCK_REALTIME, 1);
  switch (op) {
  case 0: return pthread_rwlock_wrlock(&rwlock);
  case 1: return pthread_rwlock_trywrlock(&rwlock);
  case 2: return pthread_rwlock_timedwrlock(&rwlock, &soon);
  case 3: return pthread_rwlock_tryrdlock(&rwlock);
  case 4: return pthread_rwlock_timedrdlock(&rwlock, &soon);
  default: return pthread_rwlock_rdlock(&rwlock);
  }
}
static void *on_rwlock(void *arg) {
  unsigned x = (unsigned)(long)arg * 7919 + 1;
  for (int i = 0; i < 40; i++) {
    x = x * 1103515245 + 12345;
    unsigned op = x >> 16 & 7;
    int e = rw_take(op);
    if (e) {
      CHECK(e == EBUSY || e == ETIMEDOUT);
      continue;
    }
    int *count = op < 3 ? &writers : &readers;
    __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
    sched_yield();
    int w = __atomic_load_n(&writers, __ATOMIC_RELAXED), r = __atomic_load_n(&readers, __ATOMIC_RELAXED);
    CHECK(op < 3 ? w == 1 && r == 0 : w == 0 && r > 0);
    __atomic_fetch_sub(count, 1, __ATOMIC_RELAXED);
    CHECK(pthread_rwlock_unlock(&rwlock) == 0);
  }
  return NULL;
}
static void rwlocks(void) {
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  for (int kind = 0; kind < 3; kind++) {
    pthread_rwlockattr_setkind_np(&a, kind);
    CHECK(pthread_rwlock_init(&rwlock, &a) == 0);
    run_all(on_rwlock);
    CHECK(pthread_rwlock_destroy(&rwlock) == 0);
  }
}

/* ---- conditions: a bounded queue; one signal wakes one ---- */

enum { CAPACITY = 4, ITEMS = 40 };
static int queue[CAPACITY], queued, sum;
static void *producer(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&mutex);
    while (queued == CAPACITY) pthread_cond_wait(&not_full, &mutex);
    queue[queued++] = i;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}
static void *consumer(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&mutex);
    while (queued == 0) {
      struct timespec soon = after_ms(CLOCK_REALTIME, 1);
      int e =
          i & 1 ? pthread_cond_wait(&not_empty, &mutex) : pthread_cond_timedwait(&not_empty, &mutex, &soon);
      CHECK(e == 0 || e == ETIMEDOUT);
    }
    sum += queue[--queued];
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}
static void *producer_or_consumer(void *arg) { return (long)arg & 1 ? consumer(arg) : producer(arg); }

static int awake;
static void *sleeper(void *arg) {
  pthread_mutex_lock(&mutex);
  sem_post(&ready);
  pthread_cond_wait(&not_empty, &mutex);
  awake++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}
static int count_awake(void) {
  pthread_mutex_lock(&mutex);
  int n = awake;
  pthread_mutex_unlock(&mutex);
  return n;
}
static void conditions(void) {
  run_all(producer_or_consumer);
  CHECK(sum == THREADS / 2 * ITEMS * (ITEMS - 1) / 2);
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) {
    t[i] = start(sleeper, 0);
    sem_take(&ready);
  }
  for (int k = 1; k <= THREADS; k++) {
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
    int n;
    while ((n = count_awake()) < k) sched_yield();
    CHECK(n == k);
  }
  for (int i = 0; i < THREADS; i++) finish(t[i]);
}

/* ---- cancelled waiters: the mutex is held in the clean-up, no signal is lost ---- */

static void unlock_mutex(void *arg) { CHECK(pthread_mutex_unlock(&mutex) == 0); }
static void *cancelled_sleeper(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock_mutex, NULL);
  sem_post(&ready);
  pthread_cond_wait(&not_empty, &mutex);
  awake++;
  pthread_cleanup_pop(1);
  return NULL;
}
static void cancellations(void) {
  pthread_t t[THREADS];
  int cancelled = 0;
  awake = 0;
  for (int i = 0; i < THREADS; i++) {
    t[i] = start(cancelled_sleeper, 0);
    sem_take(&ready);
  }
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&not_empty);
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&mutex);
  pthread_cancel(t[0]);
  pthread_cancel(t[THREADS - 1]);
  while (count_awake() < 2) sched_yield();
  pthread_mutex_lock(&mutex);
  pthread_cond_broadcast(&not_empty);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < THREADS; i++) cancelled += finish(t[i]) == (long)PTHREAD_CANCELED;
  CHECK(cancelled >= 1 && cancelled <= 2 && awake + cancelled == THREADS);
}

/* ---- handlers run in every kind of wait; what was waited for is not lost ---- */

static sem_t handled;
static void handler(int sig) { sem_post(&handled); }
static void *in_cond(void *arg) {
  pthread_mutex_lock(&mutex);
  sem_post(&ready);
  int e = pthread_cond_wait(&not_empty, &mutex);
  pthread_mutex_unlock(&mutex);
  return (void *)(long)e;
}
static void *in_sem(void *arg) {
  sem_post(&ready);
  return (void *)(long)(sem_wait(&go) ? errno : 0);
}
static void *in_timed_sem(void *arg) {
  struct timespec late = after_ms(CLOCK_REALTIME, 100000);
  sem_post(&ready);
  return (void *)(long)(sem_timedwait(&go, &late) ? errno : 0);
}
static void *in_mutex(void *arg) {
  sem_post(&ready);
  int e = pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return (void *)(long)e;
}
static void *in_barrier(void *arg) {
  sem_post(&ready);
  return (void *)(long)(pthread_barrier_wait(&barrier) > 0);
}
static pthread_t interrupt(void *(*f)(void *)) {
  pthread_t t = start(f, 0);
  sem_take(&ready);
  usleep(20000);
  CHECK(pthread_kill(t, SIGUSR1) == 0);
  sem_take(&handled);
  return t;
}
static void handlers(int flags) {
  struct sigaction sa = {.sa_handler = handler, .sa_flags = flags};
  sigaction(SIGUSR1, &sa, NULL);
  pthread_t t = interrupt(in_cond);
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&mutex);
  CHECK(finish(t) == 0);
  t = interrupt(in_sem);
  if (flags & SA_RESTART) sem_post(&go);
  CHECK(finish(t) == (flags & SA_RESTART ? 0 : EINTR));
  CHECK(finish(interrupt(in_timed_sem)) == EINTR); /* SA_RESTART or not */
  pthread_mutex_lock(&mutex);
  t = interrupt(in_mutex);
  pthread_mutex_unlock(&mutex);
  CHECK(finish(t) == 0);
  CHECK(pthread_barrier_init(&barrier, NULL, 2) == 0);
  t = interrupt(in_barrier);
  pthread_barrier_wait(&barrier);
  CHECK(finish(t) == 0);
}

/* ---- robust mutex with waiters; destroyed by its last user; semaphores in turn; time limits ---- */

static pthread_mutex_t robust;
static int inherited;
static void *dies_with_it(void *arg) {
  CHECK(pthread_mutex_lock(&robust) == 0);
  sem_post(&ready);
  sem_take(&go);
  return NULL;
}
static void *inherits(void *arg) {
  int e = pthread_mutex_lock(&robust);
  CHECK(e == 0 || e == EOWNERDEAD);
  inherited += e == EOWNERDEAD;
  if (e) CHECK(pthread_mutex_consistent(&robust) == 0);
  CHECK(pthread_mutex_unlock(&robust) == 0);
  return NULL;
}
static void robust_mutexes(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &a);
  pthread_t t = start(dies_with_it, 0), u[4];
  sem_take(&ready);
  for (int i = 0; i < 4; i++) u[i] = start(inherits, 0);
  sem_post(&go);
  finish(t);
  for (int i = 0; i < 4; i++) finish(u[i]);
  CHECK(inherited == 1);
}

struct counted {
  pthread_mutex_t mutex;
  int users;
};
static void *give_up(void *arg) {
  struct counted *c = arg;
  pthread_mutex_lock(&c->mutex);
  int last = --c->users == 0;
  pthread_mutex_unlock(&c->mutex);
  if (!last) return NULL;
  CHECK(pthread_mutex_destroy(&c->mutex) == 0);
  memset(c, 0xff, sizeof *c);
  free(c);
  return NULL;
}
static void last_users(void) {
  for (int round = 0; round < 5; round++) {
    struct counted *c = calloc(1, sizeof *c);
    pthread_t t[4];
    pthread_mutex_init(&c->mutex, NULL);
    c->users = 4;
    for (int i = 0; i < 4; i++) t[i] = start(give_up, (long)c);
    for (int i = 0; i < 4; i++) finish(t[i]);
  }
}

static int turn;
static void *answers(void *arg) {
  for (int i = 0; i < 30; i++) {
    sem_take(&go);
    turn++;
    sem_post(&back);
  }
  return NULL;
}
static void semaphores(void) {
  pthread_t t = start(answers, 0);
  for (int i = 0; i < 30; i++) {
    sem_post(&go);
    sem_take(&back);
    CHECK(turn == i + 1);
  }
  finish(t);
}

static void time_limits(void) {
  struct timespec before = after_ms(CLOCK_MONOTONIC, 0), limit = after_ms(CLOCK_REALTIME, 50);
  pthread_mutex_lock(&mutex);
  CHECK(pthread_cond_timedwait(&not_full, &mutex, &limit) == ETIMEDOUT);
  struct timespec now = after_ms(CLOCK_MONOTONIC, 0);
  CHECK((now.tv_sec - before.tv_sec) * 1000 + (now.tv_nsec - before.tv_nsec) / 1000000 >= 49);
  limit = after_ms(CLOCK_REALTIME, 20);
  CHECK(pthread_mutex_timedlock(&mutex, &limit) == ETIMEDOUT);
  limit = after_ms(CLOCK_MONOTONIC, 20);
  CHECK(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &limit) == ETIMEDOUT);
  limit = after_ms(CLOCK_REALTIME, 20);
  CHECK(sem_timedwait(&go, &limit) == -1 && errno == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  sem_init(&go, 0, 0);
  sem_init(&back, 0, 0);
  sem_init(&ready, 0, 0);
  sem_init(&handled, 0, 0);
  barriers();
  rwlocks();
  conditions();
  cancellations();
  handlers(0);
  handlers(SA_RESTART);
  robust_mutexes();
  last_users();
  semaphores();
  time_limits();
  puts("all right");
  return 0;
}

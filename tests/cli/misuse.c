// The thread functions used against their rules, one case an argument, and uses that look odd and are right.
// misuse.sh knows what each must lead to.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t rec = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                       check = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t sem, done;
static const char *what;
static int is(const char *w) { return !strcmp(what, w); }
static pthread_t start(void *(*f)(void *), void *x) {
  pthread_t t;
  pthread_create(&t, NULL, f, x);
  return t;
}
static void turns(void) {
  for (int i = 0; i < 20; i++) sched_yield();
}
static void *nothing(void *x) { return x; }
static void *locks(void *x) { return pthread_mutex_lock(x), x; }
static void *unlocks(void *x) { return pthread_mutex_unlock(x), x; }
static void *reads(void *x) { return pthread_rwlock_rdlock(x), x; }
static void *waits_sem(void *x) { return sem_wait(x), x; }
static void *waits_barrier(void *x) { return pthread_barrier_wait(x), x; }
static void *waits_cond(void *x) {
  pthread_mutex_lock(x);
  pthread_cond_wait(&cond, x);
  pthread_mutex_unlock(x);
  return x;
}
static void *joins_self(void *x) { return pthread_join(pthread_self(), NULL), x; }

/* ---- wrong ---- */

static void wrong(void) {
  pthread_t t;
  pthread_spin_init(&spin, 0), sem_init(&sem, 0, 0), pthread_barrier_init(&barrier, NULL, 2);
  if (is("unlock_free")) pthread_mutex_unlock(&m);
  if (is("unlock_other")) pthread_mutex_lock(&m), pthread_join(start(unlocks, &m), NULL);
  if (is("unlock_recursive")) pthread_mutex_unlock(&rec);
  if (is("unlock_rwlock")) pthread_rwlock_unlock(&rw);
  if (is("unlock_reader")) pthread_join(start(reads, &rw), NULL), pthread_rwlock_unlock(&rw);
  if (is("unlock_spin")) pthread_spin_unlock(&spin);
  if (is("wait_not_held")) pthread_cond_timedwait(&cond, &m, &(struct timespec){1, 0});
  if (is("two_mutexes")) {
    t = start(waits_cond, &n);
    turns();
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&cond, &m, &(struct timespec){1, 0});
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&cond);
    pthread_join(t, NULL);
  }
  if (is("destroy_held")) pthread_mutex_lock(&m), printf("%d\n", pthread_mutex_destroy(&m) == EBUSY);
  if (is("destroy_rwlock")) pthread_rwlock_wrlock(&rw), pthread_rwlock_destroy(&rw);
  if (is("destroy_sem")) start(waits_sem, &sem), turns(), sem_destroy(&sem);
  if (is("destroy_barrier")) start(waits_barrier, &barrier), turns(), pthread_barrier_destroy(&barrier);
  if (is("init_held")) pthread_mutex_lock(&m), pthread_mutex_init(&m, NULL);
  if (is("free_held")) {
    pthread_mutex_t *p = calloc(1, sizeof *p);
    pthread_mutex_lock(p);
    free(p);
  }
  if (is("used_mutex")) pthread_mutex_destroy(&m), printf("%d\n", pthread_mutex_lock(&m) == EINVAL);
  if (is("used_rwlock")) pthread_rwlock_destroy(&rw), pthread_rwlock_rdlock(&rw), pthread_rwlock_unlock(&rw);
  if (is("used_cond")) pthread_cond_destroy(&cond), pthread_cond_broadcast(&cond);
  if (is("used_sem")) sem_destroy(&sem), sem_post(&sem);
  if (is("used_spin")) pthread_spin_destroy(&spin), pthread_spin_lock(&spin), pthread_spin_unlock(&spin);
  if (is("destroy_twice")) pthread_mutex_destroy(&m), pthread_mutex_destroy(&m);
  if (is("join_detached")) pthread_detach(t = start(nothing, NULL)), pthread_join(t, NULL);
  if (is("detach_twice")) pthread_detach(t = start(waits_sem, &sem)), pthread_detach(t);
  if (is("join_self")) pthread_join(start(joins_self, NULL), NULL);
}

/* ---- right ---- */

struct shared {
  pthread_mutex_t lock;
  int users;
};
/* The last one frees it, right after somebody else has unlocked it. */
static void *let_go(void *x) {
  struct shared *s = x;
  pthread_mutex_lock(&s->lock);
  int left = --s->users;
  pthread_mutex_unlock(&s->lock);
  if (left) return NULL;
  pthread_mutex_destroy(&s->lock);
  free(s);
  return NULL;
}
static void counted(void) {
  pthread_t t[4];
  struct shared *s = calloc(1, sizeof *s);
  s->users = 4;
  for (int i = 0; i < 4; i++) t[i] = start(let_go, s);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
}
static void on_the_stack(void) {
  pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
  pthread_mutex_lock(&l), pthread_cond_signal(&c), pthread_mutex_unlock(&l);
  pthread_rwlock_rdlock(&r), pthread_rwlock_unlock(&r);
  pthread_mutex_destroy(&l), pthread_cond_destroy(&c), pthread_rwlock_destroy(&r);
}
static void *posts(void *x) { return sem_post(x), x; }
static void anew(void) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_destroy(&m), pthread_rwlock_destroy(&rw), pthread_cond_destroy(&cond);
    if (i == 1)
      memset(&m, 0, sizeof m), memset(&rw, 0, sizeof rw), memset(&cond, 0, sizeof cond);
    else
      pthread_mutex_init(&m, NULL), pthread_rwlock_init(&rw, NULL), pthread_cond_init(&cond, NULL);
    pthread_mutex_lock(&m), pthread_cond_signal(&cond), pthread_mutex_unlock(&m);
    pthread_rwlock_wrlock(&rw), pthread_rwlock_unlock(&rw);
    pthread_spin_init(&spin, 0), pthread_spin_lock(&spin), pthread_spin_unlock(&spin),
        pthread_spin_destroy(&spin);
    sem_init(&sem, 0, 0);
    pthread_t t = start(posts, &sem);
    sem_wait(&sem);
    pthread_join(t, NULL);
    sem_destroy(&sem);
    pthread_barrier_init(&barrier, NULL, 2);
    t = start(waits_barrier, &barrier);
    pthread_barrier_wait(&barrier);
    pthread_barrier_destroy(&barrier);
    pthread_join(t, NULL);
  }
}
static void c11(void) {
  mtx_t l;
  cnd_t c;
  mtx_init(&l, mtx_recursive), cnd_init(&c);
  mtx_lock(&l), mtx_lock(&l), cnd_signal(&c), mtx_unlock(&l), mtx_unlock(&l);
  mtx_destroy(&l), cnd_destroy(&c);
}
static void *waits_once(void *x) {
  pthread_mutex_lock(&m);
  sem_post(&done);
  pthread_cond_wait(&cond, &m);
  pthread_mutex_unlock(&m);
  return x;
}
/* All that wait are woken; then nobody is in it any more. */
static void woken(void) {
  pthread_t t[2] = {start(waits_once, NULL), start(waits_once, NULL)};
  sem_wait(&done), sem_wait(&done);
  pthread_mutex_lock(&m);
  pthread_cond_broadcast(&cond);
  pthread_cond_destroy(&cond);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
static void right(void) {
  for (int i = 0; i < 3; i++) on_the_stack();
  counted(), anew(), c11();
  sem_init(&done, 0, 0);
  woken();
  printf("%d\n", pthread_mutex_unlock(&check) == EPERM); /* an answer: that is what it is for */
  pthread_mutex_lock(&check);
  printf("%d\n", pthread_mutex_lock(&check) == EDEADLK);
  pthread_mutex_unlock(&check);
  pthread_t t = start(nothing, NULL);
  pthread_join(t, NULL);
  t = start(nothing, NULL); /* often at the same address */
  pthread_detach(t);
  start(locks, &n);
  turns();
}

int main(int argc, char **argv) {
  what = argc > 1 ? argv[1] : "";
  if (is("right"))
    right();
  else
    wrong();
  puts("done");
  return 0;
}

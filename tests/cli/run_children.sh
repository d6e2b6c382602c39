#!/usr/bin/env bash
# Semaphores, locks, conditions, barriers and futexes that a forked child shares: the run does what it does natively, and
# is no deadlock while the child lives; a replay, which has no child, is exact; explorations, which have none either, judge
# nothing that they would have to do without it.
# rooms: runtime/sync runtime/syscall classify, quick
. "$(dirname "$0")/run_common"

cat >shared.c <<'C2'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static struct shared {
  sem_t ping, pong;
  pthread_mutex_t m, robust;
  pthread_cond_t c;
  pthread_barrier_t b;
  pthread_rwlock_t rw;
  atomic_int word;
  int ball, turn, sum, count, late;
} *s;
static int hits;
static pid_t child;

static void *add(void *arg) {
  hits++;
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&s->m);
    s->count++;
    pthread_mutex_unlock(&s->m);
    pthread_rwlock_wrlock(&s->rw);
    s->sum += 2;
    pthread_rwlock_unlock(&s->rw);
  }
  return arg;
}
static void two_threads(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
static int ended(void) {
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}
static void make(int robust) {
  pthread_mutexattr_t ma;
  pthread_mutexattr_init(&ma);
  pthread_mutexattr_setpshared(&ma, PTHREAD_PROCESS_SHARED);
  if (robust) pthread_mutexattr_setrobust(&ma, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(robust ? &s->robust : &s->m, &ma);
}
static void make_all(void) {
  pthread_condattr_t ca;
  pthread_barrierattr_t ba;
  pthread_rwlockattr_t ra;
  pthread_condattr_init(&ca);
  pthread_barrierattr_init(&ba);
  pthread_rwlockattr_init(&ra);
  pthread_condattr_setpshared(&ca, 1);
  pthread_barrierattr_setpshared(&ba, 1);
  pthread_rwlockattr_setpshared(&ra, 1);
  make(0);
  make(1);
  pthread_cond_init(&s->c, &ca);
  pthread_barrier_init(&s->b, &ba, 2);
  pthread_rwlock_init(&s->rw, &ra);
  sem_init(&s->ping, 1, 0);
  sem_init(&s->pong, 1, 0);
}
static void turns(int me) {
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&s->m);
    while (s->turn != me) pthread_cond_wait(&s->c, &s->m);
    s->turn = !me;
    s->sum = s->sum * 3 % 1000 + me;
    pthread_cond_broadcast(&s->c);
    pthread_mutex_unlock(&s->m);
  }
}
static int semaphores(void) {
  if (!(child = fork())) {
    for (int i = 0; i < 5; i++) {
      sem_wait(&s->ping);
      s->ball = s->ball * 3 + 1;
      sem_post(&s->pong);
    }
    _exit(7);
  }
  for (int i = 0; i < 5; i++) {
    s->ball += i;
    sem_post(&s->ping);
    sem_wait(&s->pong);
    printf("%d\n", s->ball);
  }
  return printf("%d\n", ended());
}
static int locks(void) {
  child = fork();
  turns(child != 0);
  int first = pthread_barrier_wait(&s->b), second = pthread_barrier_wait(&s->b);
  if (!child) {
    add(NULL);
    _exit(3);
  }
  two_threads();
  int status = ended();
  return printf("%d %d %d %d\n", status, s->sum, s->count, first > 0 || second > 0);
}
static int owner_dies(void) {
  if (!(child = fork())) {
    pthread_mutex_lock(&s->robust);
    sem_post(&s->pong);
    sem_wait(&s->ping);
    _exit(0);
  }
  sem_wait(&s->pong);
  int busy = pthread_mutex_trylock(&s->robust) == EBUSY;
  sem_post(&s->ping);
  int dead = pthread_mutex_lock(&s->robust) == EOWNERDEAD;
  pthread_mutex_consistent(&s->robust);
  return printf("%d %d %d\n", busy, dead, pthread_mutex_unlock(&s->robust));
}
static int futexes(void) {
  if (!(child = fork())) {
    while (s->word != 1) syscall(SYS_futex, &s->word, FUTEX_WAIT, 0, NULL, NULL, 0);
    s->word = 2;
    syscall(SYS_futex, &s->word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    _exit(0);
  }
  s->word = 1;
  syscall(SYS_futex, &s->word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
  while (s->word != 2) syscall(SYS_futex, &s->word, FUTEX_WAIT, 1, NULL, NULL, 0);
  return printf("%d\n", ended());
}
static int slow(void) { /* nobody here can go on for a while; then a limit, which is over before the child posts */
  struct timespec at;
  if (!(child = fork())) {
    usleep(200000);
    sem_post(&s->pong);
    sem_wait(&s->ping);
    _exit(0);
  }
  sem_wait(&s->pong);
  clock_gettime(CLOCK_REALTIME, &at);
  at.tv_nsec = (at.tv_nsec + 20000000) % 1000000000;
  at.tv_sec += at.tv_nsec < 20000000;
  int late = sem_timedwait(&s->pong, &at) && errno == ETIMEDOUT;
  sem_post(&s->ping);
  return printf("%d %d\n", late, ended());
}
static int waiting(void *arg) { return sem_wait(&s->pong); }
static void *waits(void *arg) { return waiting(arg), arg; }
static int before(void) { /* a thread waits already when the child is made */
  pthread_t t;
  pthread_create(&t, NULL, waits, NULL);
  usleep(1000);
  if (!(child = fork())) _exit(sem_post(&s->pong));
  pthread_join(t, NULL);
  return printf("%d\n", ended());
}
static int never(void) { /* the child gives nothing, and ends */
  if (!(child = fork())) _exit(0);
  return sem_wait(&s->pong);
}
static int named(void) {
  sem_unlink("/omen-test-children");
  sem_t *n = sem_open("/omen-test-children", O_CREAT | O_EXCL, 0600, 0);
  if (!(child = fork())) _exit(sem_post(n));
  sem_wait(n);
  sem_unlink("/omen-test-children");
  return printf("%d\n", ended());
}
int main(int argc, char **argv) {
  s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  make_all();
  const char *what = argv[1];
  if (!strcmp(what, "semaphores")) semaphores();
  if (!strcmp(what, "locks")) locks();
  if (!strcmp(what, "owner")) owner_dies();
  if (!strcmp(what, "futexes")) futexes();
  if (!strcmp(what, "slow")) slow();
  if (!strcmp(what, "before")) before();
  if (!strcmp(what, "named")) named();
  if (!strcmp(what, "never")) never();
  if (!strcmp(what, "after")) semaphores(), two_threads();
  return 0;
}
C2
compile shared -O1
clang-19 -g -O1 -pthread shared.c -o native || fail "cannot compile natively"
for what in semaphores locks owner futexes slow before named; do
  ./native $what >wanted
  for strategy in run random; do
    expect 0 timeout 60 "$omen" run --strategy $strategy -o rec -- ./shared $what || continue
    cmp -s out wanted || fail "$what, $strategy: $(cat out) instead of $(cat wanted)"
    says_not "DEADLOCK"
    cp out recorded
    expect 0 timeout 60 "$omen" replay --check rec
    cmp -s out recorded || fail "$what, $strategy: the replay writes $(cat out)"
  done
done
# Nobody is left who could end the wait: that is one.
expect 124 timeout 60 "$omen" run -o rec -- ./shared never && says "DEADLOCK"
expect 124 timeout 60 "$omen" replay --check rec
# While the child lives its races are not judged, and say why; after its end they are.
expect 3 timeout 100 "$omen" triage -o rec --json r.json -- ./shared locks && says "shares memory with a child"
json r.json "r['races'] and all(x.get('not_judged') for x in r['races']) and not r.get('incidents')"
expect 0 timeout 100 "$omen" triage -o rec --json r.json -- ./shared after
json r.json "r['races'] and all(x['class'] for x in r['races']) and not r.get('incidents')"
done_testing

// A program of a small fleet: each line with a mark is a candidate (tests/field/fleet), and the comment says what state the
// agent must bring it to. PROGRAM chooses one of three. Every round takes a millisecond, so that many fit on a machine.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
enum { THREADS = PROGRAM == 3 ? 4 : 2 };
static int rounds;
static volatile int cell[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static atomic_int turn;
#if PROGRAM == 1
static void part(long me, int i) {
  cell[0] = i; // True Race: counter
  pthread_mutex_lock(&lock);
  cell[1] = i; // Likely False Positive ordered: mutex
  pthread_mutex_unlock(&lock);
  cell[2 + me] = i; // NotSeen memory: apart
}
#elif PROGRAM == 2
static void part(long me, int i) {
  if (me) pthread_rwlock_wrlock(&rwlock);
  else pthread_rwlock_rdlock(&rwlock);
  if (me) cell[0] = i; // Likely False Positive ordered: rwlock
  cell[5 + me] = cell[0]; // Likely False Positive ordered: rwlock
  pthread_rwlock_unlock(&rwlock);
  if (!me) cell[1] = i; // Likely False Positive ordered: barrier
  pthread_barrier_wait(&barrier);
  if (me) cell[1] = -i; // Likely False Positive ordered: barrier
  pthread_barrier_wait(&barrier);
  if (!me) cell[2] = i; // True Race: pair
  if (me) cell[7] = cell[2]; // True Race: pair
}
#else
static void part(long me, int i) { // two take turns, by an atomic that is not seen, and have no lock: it could order them, too
  (void)i;
  if (me < 2) {
    while (atomic_load(&turn) != me) usleep(100);
    cell[0]++; // Likely False Positive meet: turns
    atomic_store(&turn, !me);
    if (!me) cell[3] = 1; // NotSeen thread: alone
    return;
  }
  pthread_mutex_lock(&lock);
  cell[1]++; // Likely False Positive ordered: condition
  pthread_cond_signal(&turned);
  pthread_mutex_unlock(&lock);
  if (rounds < 0) cell[2] = 1; // NotSeen reached: never
}
#endif
static void *work(void *number) {
  for (int i = 0; i < rounds; i++) {
    part((long)number, i);
    usleep(1000);
  }
  return NULL;
}
int main(int argc, char **argv) {
  pthread_t t[THREADS];
  rounds = argc > 1 ? atoi(argv[1]) : 100;
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (long i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  puts("done");
  return 0;
}

/* Depth 1 behind unrelated work: bad when the look comes after all of the other thread's locking. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int ready;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t start;
static int bad;
static void *worker(void *p) {
  pthread_barrier_wait(&start);
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
  }
  atomic_store(&ready, 1);
  return p;
}
static void *looker(void *p) {
  pthread_barrier_wait(&start);
  bad = atomic_load(&ready);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&start, 0, 2);
  pthread_create(&b, 0, looker, 0);
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return bad ? 3 : 0;
}

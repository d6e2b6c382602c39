// A thousand threads in five waves, 200 alive at once; two of them touch one counter without the lock.
// OMEN: race total A:rw B:rw
// OMEN: twin thousand_threads_ok.c
#include "../corpus.h"
enum { WAVES = 5, ALIVE = 200 };
long total;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_barrier_t b;
NOINLINE void count(void) { total++; } // @A
NOINLINE void careless(void) { total++; } // @B
void *worker(void *p) {
  int me = (int)(intptr_t)p;
  pthread_barrier_wait(&b);
  pthread_mutex_lock(&m);
  count();
  pthread_mutex_unlock(&m);
  if (me == 150) careless();
  return (void *)(long)me;
}
int main(void) {
  pthread_t t[ALIVE];
  pthread_barrier_init(&b, NULL, ALIVE);
  long ids = 0;
  for (int w = 0; w < WAVES; w++) {
    for (intptr_t i = 0; i < ALIVE; i++) t[i] = start(worker, (void *)i);
    for (int i = 0; i < ALIVE; i++) ids += (long)finish(t[i]);
  }
  return ids != (long)WAVES * ALIVE * (ALIVE - 1) / 2;
}

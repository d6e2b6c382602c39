// The address of a local is given away, and read while its thread writes on.
// OMEN: race * A:w B:r
// OMEN: tsan-blind
// OMEN: twin thread_stack_reuse_ok.c
#include "../corpus.h"
#include <semaphore.h>
sem_t done;
NOINLINE void touch(volatile char *q, int n) {
  for (int i = 0; i < n; i++) q[i] = (char)i; // @A
}
volatile char *_Atomic given;
sem_t gone;
void *worker(void *p) {
  volatile char local[256];
  given = local;
  sem_post(&done);
  touch(local, 256);
  sem_wait(&gone);
  return p;
}
int main(void) {
  sem_init(&done, 0, 0);
  sem_init(&gone, 0, 0);
  pthread_t t = start(worker, NULL);
  sem_wait(&done);
  int got = given[9]; // @B
  sem_post(&gone);
  finish(t);
  return got > 9;
}

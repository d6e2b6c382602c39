// A barrier is destroyed while a thread waits at it.
// OMEN: defect destroy-in-use
// OMEN: end any
#include "../defects.h"
#include <sched.h>
static pthread_barrier_t b;
static void *waiter(void *p) {
  pthread_barrier_wait(&b);
  return p;
}
int main(void) {
  pthread_barrier_init(&b, NULL, 2);
  pthread_t t = start(waiter, NULL);
  for (int i = 0; i < 10; i++) sched_yield();
  if (!bad) pthread_barrier_wait(&b);
  if (!bad) finish(t);
  pthread_barrier_destroy(&b); // @BAD
  puts("done");
  fflush(stdout);
  _Exit(0);
}

// A semaphore is destroyed while a thread waits for it.
// OMEN: defect destroy-in-use
// OMEN: end any
#include "../defects.h"
#include <sched.h>
#include <semaphore.h>
static sem_t s;
static void *waiter(void *p) {
  sem_wait(&s);
  return p;
}
int main(void) {
  sem_init(&s, 0, 0);
  pthread_t t = start(waiter, NULL);
  for (int i = 0; i < 10; i++) sched_yield();
  if (!bad) sem_post(&s);
  if (!bad) finish(t);
  sem_destroy(&s); // @BAD
  puts("done");
  fflush(stdout);
  _Exit(0);
}

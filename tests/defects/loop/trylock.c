// Two threads hold a lock each and try the other's for ever, neither giving its own back.
// OMEN: defect infinite-loop
#include "../defects.h"
#include <sched.h>
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_barrier_t both_hold;
static void *worker(void *p) {
  int me = (int)(intptr_t)p;
  pthread_mutex_lock(&lock[me]);
  pthread_barrier_wait(&both_hold);
  if (!bad) pthread_mutex_unlock(&lock[me]);
  while (pthread_mutex_trylock(&lock[!me])) // @BAD
    sched_yield();                          // @BAD
  pthread_mutex_unlock(&lock[!me]);
  return NULL;
}
int main(void) {
  pthread_barrier_init(&both_hold, NULL, 2);
  pthread_t t = start(worker, (void *)0), u = start(worker, (void *)1);
  finish(t);
  finish(u);
  puts("done");
  return 0;
}

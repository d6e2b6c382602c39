// Two threads spin, each for the other's word: a live-lock.
// OMEN: defect infinite-loop
#include "../defects.h"
#include <sched.h>
#include <stdatomic.h>
static atomic_int said[2];
static void *worker(void *p) {
  int me = (int)(intptr_t)p;
  if (!bad) atomic_store(&said[me], 1);
  while (!atomic_load(&said[!me])) // @BAD
    sched_yield();                 // @BAD
  atomic_store(&said[me], 1);
  return NULL;
}
int main(void) {
  pthread_t t = start(worker, (void *)0), u = start(worker, (void *)1);
  finish(t);
  finish(u);
  puts("done");
  return 0;
}

// A thread yields until a worker has done its work, which has ended without doing it.
// OMEN: defect infinite-loop
#include "../defects.h"
#include <sched.h>
#include <stdatomic.h>
static atomic_int done;
static void *worker(void *p) {
  if (!bad) atomic_store(&done, 1);
  return p;
}
int main(void) {
  pthread_t t = start(worker, NULL);
  while (!atomic_load(&done)) // @BAD
    sched_yield();            // @BAD
  finish(t);
  puts("done");
  return 0;
}

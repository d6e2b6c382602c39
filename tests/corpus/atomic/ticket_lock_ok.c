// A ticket lock.
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
#include <sched.h>
atomic_uint next, serving;
int x;
void *worker(void *p) {
  unsigned me = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != me) sched_yield();
  x++;
  atomic_fetch_add(&serving, 1);
  return p;
}
int main(void) {
  both(worker, worker);
  return x == 0;
}

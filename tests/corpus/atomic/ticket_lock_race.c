// A ticket lock whose holder passes it on before it is done.
// OMEN: race x A:rw A:rw
// OMEN: twin ticket_lock_ok.c
#include "../corpus.h"
#include <stdatomic.h>
#include <sched.h>
atomic_uint next, serving;
int x;
void *worker(void *p) {
  unsigned me = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != me) sched_yield();
  atomic_fetch_add(&serving, 1);
  x++; // @A
  return p;
}
int main(void) {
  both(worker, worker);
  return x == 0;
}

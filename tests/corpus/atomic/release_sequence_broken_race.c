// A plain atomic store by another thread ends the release sequence: who reads it does not synchronise.
// OMEN: race data A:w B:r sometimes schedulable no
// OMEN: tsan-blind
// OMEN: twin release_sequence_ok.c
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int flag;
void *releases(void *p) {
  data = 42; // @A
  atomic_store_explicit(&flag, 1, memory_order_release);
  return p;
}
void *touches(void *p) {
  if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return p;
}
void *acquires(void *p) {
  if (atomic_load_explicit(&flag, memory_order_acquire) != 2) return p;
  return (void *)(long)data; // @B
}
int main(void) {
  pthread_t a = start(releases, NULL), b = start(touches, NULL), c = start(acquires, NULL);
  finish(a);
  finish(b);
  finish(c);
  return 0;
}

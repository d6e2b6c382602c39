// A compare-and-swap that fails with relaxed order sees the value, but not what was written before it.
// OMEN: race data A:w B:r sometimes schedulable no
// OMEN: twin cas_failure_ok.c
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int state;
void *producer(void *p) {
  data = 42; // @A
  atomic_store_explicit(&state, 1, memory_order_release);
  return p;
}
void *consumer(void *p) {
  int expected = 5;
  atomic_compare_exchange_strong_explicit(&state, &expected, 6, memory_order_acq_rel, memory_order_relaxed);
  if (expected != 1) return p;
  return (void *)(long)data; // @B
}
int main(void) {
  both(producer, consumer);
  return 0;
}

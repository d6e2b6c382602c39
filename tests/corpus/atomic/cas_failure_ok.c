// A compare-and-swap that fails with acquire order synchronises with the store that it saw.
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int state;
void *producer(void *p) {
  data = 42;
  atomic_store_explicit(&state, 1, memory_order_release);
  return p;
}
void *consumer(void *p) {
  int expected = 5;
  atomic_compare_exchange_strong_explicit(&state, &expected, 6, memory_order_acq_rel, memory_order_acquire);
  if (expected != 1) return p;
  return (void *)(long)data;
}
int main(void) {
  both(producer, consumer);
  return 0;
}

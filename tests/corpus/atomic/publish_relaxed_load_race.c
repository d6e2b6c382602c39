// The store released, but the load does not acquire.
// OMEN: race data A:w B:r sometimes schedulable no
// OMEN: twin publish_release_acquire_ok.c
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int flag;
void *producer(void *p) {
  data = 42; // @A
  atomic_store_explicit(&flag, 1, memory_order_release);
  return p;
}
void *consumer(void *p) {
  if (!atomic_load_explicit(&flag, memory_order_relaxed)) return p;
  return (void *)(long)data; // @B
}
int main(void) {
  both(producer, consumer);
  return 0;
}

// A write between the release fence and the store is not covered by the fence.
// OMEN: race data A:w B:r sometimes schedulable no
// OMEN: twin publish_ok.c
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int flag;
void *producer(void *p) {
  atomic_thread_fence(memory_order_release);
  data = 42; // @A
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return p;
}
void *consumer(void *p) {
  if (!atomic_load_explicit(&flag, memory_order_relaxed)) return p;
  atomic_thread_fence(memory_order_acquire);
  return (void *)(long)data; // @B
}
int main(void) {
  both(producer, consumer);
  return 0;
}

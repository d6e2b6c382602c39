// Only the reader has a fence: a relaxed store without a release fence before it publishes nothing.
// OMEN: race data A:w B:r sometimes schedulable no
// OMEN: twin publish_ok.c
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int flag;
void *producer(void *p) {
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

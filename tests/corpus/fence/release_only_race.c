// Only the writer has a fence: a relaxed load without an acquire fence after it acquires nothing.
// OMEN: race data A:w B:r sometimes schedulable no
// OMEN: twin publish_ok.c
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int flag;
void *producer(void *p) {
  data = 42; // @A
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
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

// A release fence pairs with an acquire load as well. ThreadSanitizer reports a race.
// OMEN: tsan-false
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int flag;
void *producer(void *p) {
  data = 42;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return p;
}
void *consumer(void *p) {
  if (!atomic_load_explicit(&flag, memory_order_acquire)) return p;
  return (void *)(long)data;
}
int main(void) {
  both(producer, consumer);
  return 0;
}

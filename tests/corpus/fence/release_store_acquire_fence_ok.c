// A release store pairs with a relaxed load and an acquire fence. ThreadSanitizer reports a race.
// OMEN: tsan-false
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int flag;
void *producer(void *p) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return p;
}
void *consumer(void *p) {
  if (!atomic_load_explicit(&flag, memory_order_relaxed)) return p;
  atomic_thread_fence(memory_order_acquire);
  return (void *)(long)data;
}
int main(void) {
  both(producer, consumer);
  return 0;
}

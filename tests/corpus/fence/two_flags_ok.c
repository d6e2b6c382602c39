// One release fence covers every store after it, whichever of them the reader sees. ThreadSanitizer reports a race.
// OMEN: tsan-false
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int left, right;
void *producer(void *p) {
  data = 42;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&left, 1, memory_order_relaxed);
  atomic_store_explicit(&right, 1, memory_order_relaxed);
  return p;
}
void *consumer(void *p) {
  int any = atomic_load_explicit(&right, memory_order_relaxed);
  any |= atomic_load_explicit(&left, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  return any ? (void *)(long)data : p;
}
int main(void) {
  both(producer, consumer);
  return 0;
}

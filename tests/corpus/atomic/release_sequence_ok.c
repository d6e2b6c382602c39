// A relaxed read-modify-write by another thread continues the release sequence.
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int flag;
void *releases(void *p) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return p;
}
void *touches(void *p) {
  int one = 1;
  atomic_compare_exchange_strong_explicit(&flag, &one, 2, memory_order_relaxed, memory_order_relaxed);
  return p;
}
void *acquires(void *p) {
  if (atomic_load_explicit(&flag, memory_order_acquire) != 2) return p;
  return (void *)(long)data;
}
int main(void) {
  pthread_t a = start(releases, NULL), b = start(touches, NULL), c = start(acquires, NULL);
  finish(a);
  finish(b);
  finish(c);
  return 0;
}

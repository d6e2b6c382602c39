// A relaxed flag carries no data with it.
// OMEN: race data A:w B:r sometimes schedulable no
// OMEN: twin publish_release_acquire_ok.c
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int flag;
#define STORE memory_order_relaxed
#define LOAD memory_order_relaxed
void *producer(void *p) {
  data = 42; // @A
  atomic_store_explicit(&flag, 1, STORE);
  return p;
}
void *consumer(void *p) {
  if (!atomic_load_explicit(&flag, LOAD)) return p;
  return (void *)(long)data; // @B
}
int main(void) {
  both(producer, consumer);
  return 0;
}

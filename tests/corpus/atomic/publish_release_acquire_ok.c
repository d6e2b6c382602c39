// Release store, acquire load: the data comes with the flag.
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int flag;
#define STORE memory_order_release
#define LOAD memory_order_acquire
void *producer(void *p) {
  data = 42;
  atomic_store_explicit(&flag, 1, STORE);
  return p;
}
void *consumer(void *p) {
  if (!atomic_load_explicit(&flag, LOAD)) return p;
  return (void *)(long)data;
}
int main(void) {
  both(producer, consumer);
  return 0;
}

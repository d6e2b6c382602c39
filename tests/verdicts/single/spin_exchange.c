// A lock made of an exchange that orders nothing; who fails tries again.
// OMEN: verdict shared IN IN class single-ordering proof proved
#include "../../corpus/corpus.h"
#include <stdatomic.h>
atomic_int lock;
int shared;
void *adds(void *p) {
  int free = 0;
  while (!atomic_compare_exchange_weak_explicit(&lock, &free, 1, memory_order_relaxed, memory_order_relaxed)) free = 0;
  shared += 1; // @IN
  atomic_store_explicit(&lock, 0, memory_order_relaxed);
  return p;
}
int main(void) {
  both(adds, adds);
  printf("%d\n", shared);
  return 0;
}

// A lock of compare-and-swap whose unlock is relaxed.
// OMEN: race x A:rw A:rw
// OMEN: twin cas_lock_ok.c
#include "../corpus.h"
#include <stdatomic.h>
atomic_int lock;
int x;
void *worker(void *p) {
  int free_value = 0;
  while (!atomic_compare_exchange_weak_explicit(&lock, &free_value, 1, memory_order_acquire, memory_order_relaxed))
    free_value = 0;
  x++; // @A
  atomic_store_explicit(&lock, 0, memory_order_relaxed);
  return p;
}
int main(void) {
  both(worker, worker);
  return x != 2;
}

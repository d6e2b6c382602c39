// Dekker's test with sequentially consistent fences: at most one thread sees the other's flag down.
// Here the second thread goes in whatever it sees.
// OMEN: race data A:w B:w
// OMEN: twin dekker_ok.c
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int want1, want2;
void *first(void *p) {
  atomic_store_explicit(&want1, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_load_explicit(&want2, memory_order_relaxed);
  data = 1; // @A
  return p;
}
void *second(void *p) {
  atomic_store_explicit(&want2, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_load_explicit(&want1, memory_order_relaxed);
  data = 2; // @B
  return p;
}
int main(void) {
  both(first, second);
  return 0;
}

// Dekker's test with sequentially consistent fences: at most one thread sees the other's flag down.
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int want1, want2;
void *first(void *p) {
  atomic_store_explicit(&want1, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&want2, memory_order_relaxed)) return p;
  data = 1;
  return p;
}
void *second(void *p) {
  atomic_store_explicit(&want2, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&want1, memory_order_relaxed)) return p;
  data = 2;
  return p;
}
int main(void) {
  both(first, second);
  return 0;
}

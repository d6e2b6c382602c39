// An atomic flag that orders nothing.
// OMEN: verdict data FILL USE class single-ordering proof proved
#include "../../corpus/corpus.h"
#include <stdatomic.h>
atomic_int flag;
int data;
void *setter(void *p) {
  data = 42; // @FILL
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return p;
}
void *waiter(void *p) {
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) continue;
  printf("%d\n", data); // @USE
  return p;
}
int main(void) {
  both(setter, waiter);
  return 0;
}

// Relaxed read-modify-writes do not race with each other.
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
atomic_long hits;
void *worker(void *p) {
  for (int i = 0; i < 20; i++) atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
  return p;
}
int main(void) {
  both(worker, worker);
  printf("%ld\n", atomic_load(&hits));
  return hits != 40;
}

// A counter in an archive, with the archive's own lock.
// OMEN: archive libcounter.a parts/counter.c
// OMEN: none
#include "../corpus.h"
void counter_add(int n);
void counter_add_locked(int n);
int counter_get(void);
void *worker(void *p) {
  counter_add_locked(1);
  return p;
}
int main(void) {
  both(worker, worker);
  return counter_get() == 0;
}

// A counter inside a shared library of the project, with the library's own lock.
// OMEN: shared libcounter.so parts/counter.c
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

// A counter inside a shared library of the project, called from two threads without a lock.
// OMEN: shared libcounter.so parts/counter.c
// OMEN: race count counter.c:COUNT:rw counter.c:COUNT:rw
// OMEN: twin shared_library_ok.c
#include "../corpus.h"
void counter_add(int n);
void counter_add_locked(int n);
int counter_get(void);
void *worker(void *p) {
  counter_add(1);
  return p;
}
int main(void) {
  both(worker, worker);
  return counter_get() == 0;
}

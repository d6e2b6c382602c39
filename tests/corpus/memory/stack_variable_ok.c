// Two local variables of main, one for each thread.
// OMEN: none
#include "../corpus.h"
NOINLINE void set(int *q) { *q = 1; }
void *worker(void *p) {
  set(p);
  return p;
}
int main(void) {
  int shared = 0, other = 0;
  pthread_t a = start(worker, &shared), b = start(worker, &other);
  finish(a);
  finish(b);
  return shared + other == 0;
}

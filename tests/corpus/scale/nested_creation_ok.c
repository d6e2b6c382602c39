// Threads that create threads: creation and join order whole families.
// OMEN: none
#include "../corpus.h"
int x;
NOINLINE void put(void) { x = 1; }
NOINLINE int get(void) { return x; }
void *level(void *p) {
  intptr_t n = (intptr_t)p;
  if (n == 0) {
    put();
    return NULL;
  }
  pthread_t t = start(level, (void *)(n - 1));
  return finish(t);
}
int main(void) {
  finish(start(level, (void *)5));
  int seen = get();
  return seen > 1;
}

// Threads that create threads; the youngest races with the oldest.
// OMEN: race x A:w B:r
// OMEN: twin nested_creation_ok.c
#include "../corpus.h"
int x;
NOINLINE void put(void) { x = 1; } // @A
NOINLINE int get(void) { return x; } // @B
void *level(void *p) {
  intptr_t n = (intptr_t)p;
  if (n == 0) {
    put();
    return NULL;
  }
  pthread_t t = start(level, (void *)(n - 1));
  if (n == 5) get();
  return finish(t);
}
int main(void) {
  pthread_t t = start(level, (void *)5);
  int seen = get();
  finish(t);
  return seen > 1;
}

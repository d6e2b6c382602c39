// Three readers and one late writer, who joined them all.
// OMEN: none
#include "../corpus.h"
int x;
void *r1(void *p) { return (void *)(long)(x + 1); }
void *r2(void *p) { return (void *)(long)(x + 2); }
void *r3(void *p) { return (void *)(long)(x + 3); }
NOINLINE void put(void) { x = 4; }
int main(void) {
  pthread_t a = start(r1, NULL), b = start(r2, NULL), c = start(r3, NULL);
  finish(a);
  finish(b);
  finish(c);
  put();
  return x != 4;
}

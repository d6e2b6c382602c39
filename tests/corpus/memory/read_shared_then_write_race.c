// Three readers and one late writer: the write races with every read, not only with the last.
// OMEN: race x A:r D:w
// OMEN: race x B:r D:w
// OMEN: race x C:r D:w
// OMEN: twin three_threads_ok.c
#include "../corpus.h"
int x;
void *r1(void *p) { return (void *)(long)(x + 1); } // @A
void *r2(void *p) { return (void *)(long)(x + 2); } // @B
void *r3(void *p) { return (void *)(long)(x + 3); } // @C
NOINLINE void put(void) { x = 4; } // @D
void *w(void *p) {
  put();
  return p;
}
int main(void) {
  pthread_t a = start(r1, NULL), b = start(r2, NULL), c = start(r3, NULL);
  pthread_t d = start(w, NULL);
  finish(a);
  finish(b);
  finish(c);
  finish(d);
  return x != 4;
}

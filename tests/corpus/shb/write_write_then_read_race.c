// Two racing writes before a read: the read follows the last of them, the other pair can still be scheduled.
// OMEN: race x A:w B:w schedulable yes
// OMEN: race x B:w C:r schedulable yes
// OMEN: race x A:w C:r schedulable yes
// OMEN: twin figure1_ok.c
#include "../corpus.h"
int x;
NOINLINE void w1(void) { x = 1; } // @A
NOINLINE void w2(void) { x = 2; } // @B
NOINLINE int r(void) { return x; } // @C
void *t1(void *p) {
  w1();
  return p;
}
void *t2(void *p) {
  w2();
  return p;
}
void *t3(void *p) { return (void *)(long)r(); }
int main(void) {
  pthread_t a = start(t1, NULL), b = start(t2, NULL), c = start(t3, NULL);
  finish(a);
  finish(b);
  finish(c);
  return 0;
}

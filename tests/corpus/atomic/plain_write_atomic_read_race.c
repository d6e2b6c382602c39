// One thread loads atomically, the other writes the same object plainly.
// OMEN: race x A:a B:w
// OMEN: twin plain_mixed_ok.c
#include "../corpus.h"
int x;
void *atomic_side(void *p) { return (void *)(long)__atomic_load_n(&x, __ATOMIC_ACQUIRE); } // @A
void *plain_side(void *p) {
  x = 1; // @B
  return p;
}
int main(void) {
  both(atomic_side, plain_side);
  return 0;
}

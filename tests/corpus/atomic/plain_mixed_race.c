// One thread stores atomically, the other reads the same object plainly.
// OMEN: race x A:a B:r
// OMEN: twin plain_mixed_ok.c
#include "../corpus.h"
int x;
void *atomic_side(void *p) {
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST); // @A
  return p;
}
void *plain_side(void *p) {
  return (void *)(long)x; // @B
}
int main(void) {
  both(atomic_side, plain_side);
  return 0;
}

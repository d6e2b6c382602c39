// Both threads use atomic operations on the object; relaxed is enough when nothing hangs on it.
// OMEN: none
#include "../corpus.h"
int x;
void *atomic_side(void *p) {
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  return p;
}
void *plain_side(void *p) {
  return (void *)(long)__atomic_load_n(&x, __ATOMIC_RELAXED);
}
int main(void) {
  both(atomic_side, plain_side);
  return 0;
}

// Waiting for a plain flag behind a compiler barrier.
// OMEN: race flag A:w B:r
// OMEN: race data C:w D:r schedulable no
// OMEN: twin atomic_ok.c
#include "../corpus.h"
int flag, data;
void *waiter(void *p) {
  while (!flag) __asm__ volatile("" ::: "memory"); // @B
  return (void *)(long)data; // @D
}
void *setter(void *p) {
  data = 42; // @C
  flag = 1; // @A
  return p;
}
int main(void) {
  both(waiter, setter);
  return 0;
}

// Waiting for a volatile flag with the pause instruction.
// OMEN: race flag A:w B:r
// OMEN: race data C:w D:r schedulable no
// OMEN: twin atomic_pause_ok.c
#include "../corpus.h"
#include <stdatomic.h>
volatile int flag;
int data;
void *waiter(void *p) {
  while (!flag) __builtin_ia32_pause(); // @B
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

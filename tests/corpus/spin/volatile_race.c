// Waiting for a volatile flag in an empty loop.
// OMEN: race flag A:w B:r
// OMEN: race data C:w D:r schedulable no
// OMEN: twin atomic_ok.c
#include "../corpus.h"
#include <stdatomic.h>
volatile int flag;
int data;
void *waiter(void *p) {
  while (!flag) continue; // @B
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

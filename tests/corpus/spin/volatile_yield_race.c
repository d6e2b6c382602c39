// Waiting for a volatile flag with sched_yield.
// OMEN: race flag A:w B:r
// OMEN: race data C:w D:r schedulable no
// OMEN: twin atomic_yield_ok.c
#include "../corpus.h"
#include <sched.h>
#include <stdatomic.h>
volatile int flag;
int data;
void *waiter(void *p) {
  while (!flag) sched_yield(); // @B
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

// Waiting for a volatile flag with usleep: sleeping orders nothing.
// OMEN: race flag A:w B:r
// OMEN: race data C:w D:r schedulable no
// OMEN: twin atomic_usleep_ok.c
#include "../corpus.h"
#include <stdatomic.h>
#include <unistd.h>
volatile int flag;
int data;
void *waiter(void *p) {
  while (!flag) usleep(100); // @B
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

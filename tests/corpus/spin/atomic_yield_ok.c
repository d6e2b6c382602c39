// Waiting for an atomic flag with sched_yield.
// OMEN: none
#include "../corpus.h"
#include <sched.h>
#include <stdatomic.h>
atomic_int flag;
int data;
void *waiter(void *p) {
  while (!flag) sched_yield();
  return (void *)(long)data;
}
void *setter(void *p) {
  data = 42;
  flag = 1;
  return p;
}
int main(void) {
  both(waiter, setter);
  return 0;
}

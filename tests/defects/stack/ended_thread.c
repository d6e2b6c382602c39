// A variable of a thread that has ended.
// OMEN: defect use-after-return read stack
// OMEN: asan-blind what was on the stack of an ended thread is forgotten
#include "../defects.h"
static int *shared, fine = 1;
static void *worker(void *arg) {
  int local[8] = {1, 2, 3};
  shared = bad ? local : &fine;
  __asm__ volatile("" ::"r"(local) : "memory");
  return arg;
}
int main(void) {
  finish(start(worker, NULL));
  printf("%d\n", *shared >= 0 || bad); // @BAD
  return 0;
}

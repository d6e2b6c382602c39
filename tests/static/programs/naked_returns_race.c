// SCAN: race counter
// A naked function returns by its assembly.
#include "scan.h"
int counter;
__attribute__((naked, noinline)) static void nothing(void) { __asm__("ret"); }
static void *work(void *x) {
  nothing();
  counter++;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  counter = 5;
  pthread_join(t, 0);
  return 0;
}

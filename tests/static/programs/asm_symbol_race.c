// SCAN: race counter
// Inline assembly that names a variable.
#include "scan.h"
__attribute__((used)) int counter;
int *where(void) {
  int *p;
  __asm__("lea counter(%%rip), %0" : "=r"(p));
  return p;
}
static void *work(void *x) {
  ++*where();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  counter = 5;
  pthread_join(t, 0);
  return 0;
}

// SCAN: race counter
// FLAGS: -Wl,--defsym=second=counter
// A symbol that the linker makes of another.
#include "scan.h"
int counter;
extern int second;
static void *work(void *x) {
  second++;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  counter = 5;
  pthread_join(t, 0);
  return 0;
}

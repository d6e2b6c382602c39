// SCAN: race it
// WITH: -Wl,--wrap=note
// The linker sends calls of one function to another.
#include "scan.h"
void note(int *p);
static void *work(void *x) {
  note(x);
  return 0;
}
int main(void) {
  pthread_t t;
  int *it = calloc(1, 4);
  pthread_create(&t, 0, work, it);
  *it = 5;
  pthread_join(t, 0);
  return 0;
}

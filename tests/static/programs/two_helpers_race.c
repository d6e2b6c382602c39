// SCAN: race it
// LIB: -Wl,-Bsymbolic
// Program and library have a function of the same name; the library uses its own.
#include "scan.h"
int *place(void);
void helper(int *p) { (void)p; }
void lib_work(int *p);
static void *work(void *x) {
  lib_work(x);
  return 0;
}
int main(void) {
  pthread_t t;
  int *it = calloc(1, 4);
  helper(it);
  pthread_create(&t, 0, work, it);
  *it = 5;
  pthread_join(t, 0);
  return 0;
}

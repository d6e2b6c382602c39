// SCAN: race total
// A jump back comes to where no thread ran yet, when one does.
#include "scan.h"
#include <setjmp.h>
int total;
static void *work(void *a) {
  (void)a;
  total++;
  return 0;
}
static jmp_buf back;
static void go(void) { longjmp(back, 1); }
int main(void) {
  pthread_t t;
  int again = setjmp(back);
  total++;
  if (!again) {
    pthread_create(&t, 0, work, 0);
    go();
  }
  return 0;
}

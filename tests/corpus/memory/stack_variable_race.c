// A local variable of main, shared by pointer with two threads.
// OMEN: race * A:w A:w
// OMEN: twin stack_variable_ok.c
#include "../corpus.h"
NOINLINE void set(int *q) { *q = 1; } // @A
void *worker(void *p) {
  set(p);
  return p;
}
int main(void) {
  int shared = 0, other = 0;
  pthread_t a = start(worker, &shared), b = start(worker, &shared);
  finish(a);
  finish(b);
  return shared + other == 0;
}

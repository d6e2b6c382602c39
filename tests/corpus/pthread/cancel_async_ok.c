// A thread cancelled asynchronously in its loop; main reads after the join.
// OMEN: none
#include "../corpus.h"
int x;
volatile int spin;
void *loops(void *p) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  x = 1;
  for (;;) spin = 1;
  return p;
}
int main(void) {
  pthread_t t = start(loops, NULL);
  pthread_cancel(t);
  MUST(finish(t) == PTHREAD_CANCELED);
  int seen = x;
  return seen > 1;
}

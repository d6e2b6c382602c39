// A thread cancelled asynchronously in its loop; main reads before the join.
// OMEN: race x A:w B:r
// OMEN: tsan-blind
// OMEN: twin cancel_async_ok.c
#include "../corpus.h"
int x;
volatile int spin;
void *loops(void *p) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  x = 1; // @A
  for (;;) spin = 1;
  return p;
}
int main(void) {
  pthread_t t = start(loops, NULL);
  int seen = x; // @B
  pthread_cancel(t);
  MUST(finish(t) == PTHREAD_CANCELED);
  return seen > 1;
}

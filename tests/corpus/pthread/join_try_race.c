// A join that was only tried, and failed, orders nothing.
// OMEN: race x A:w B:r sometimes
// OMEN: twin join_try_ok.c
#include "../corpus.h"
int x;
void *writer(void *p) {
  x = 1; // @A
  return p;
}
int main(void) {
  pthread_t t = start(writer, NULL);
  int got = pthread_tryjoin_np(t, NULL);
  int seen = x; // @B
  if (got) finish(t);
  return seen > 1;
}

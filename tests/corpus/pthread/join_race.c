// Main reads before it joins.
// OMEN: race x A:w B:r
// OMEN: twin join_ok.c
#include "../corpus.h"
int x;
void *writer(void *p) {
  x = 1; // @A
  return p;
}
int main(void) {
  pthread_t t = start(writer, NULL);
  int seen = x; // @B
  finish(t);
  return seen > 1;
}

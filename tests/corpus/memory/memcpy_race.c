// memcpy reads a byte that the other thread writes.
// OMEN: race * A:r B:w
// OMEN: twin memcpy_ok.c
#include "../corpus.h"
char from[40], to[40];
NOINLINE void copy(size_t n) { memcpy(to, from, n); } // @A
void *first(void *p) {
  copy(34);
  return p;
}
void *second(void *p) {
  from[33] = 1; // @B
  return p;
}
int main(void) {
  both(first, second);
  return to[33] > 1;
}

// A thread writes 8 bytes where the other has its int.
// OMEN: race pair A:w B:w
// OMEN: twin neighbour_ints_ok.c
#include "../corpus.h"
union {
  int half[2];
  long whole;
} pair;
void *first(void *p) {
  pair.whole = 1; // @A
  return p;
}
void *second(void *p) {
  pair.half[1] = 2; // @B
  return p;
}
int main(void) {
  both(first, second);
  return pair.whole == 0;
}

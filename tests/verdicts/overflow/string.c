// A library function goes too far: the length was taken from a flag that races.
// OMEN: verdict wide COPY WIDEN class spec-violated consequence overflow
#include "../../corpus/corpus.h"
volatile int wide;
char text[32] = "twenty characters...";
char *small;
void *copier(void *p) {
  memcpy(small, text, wide ? 24 : 12); // @COPY
  return p;
}
void *widen(void *p) {
  wide = 1; // @WIDEN
  return p;
}
int main(void) {
  small = malloc(12);
  both(copier, widen);
  free(small);
  return 0;
}

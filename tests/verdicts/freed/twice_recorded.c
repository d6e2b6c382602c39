// The same, recorded in the order in which it is given back twice.
// OMEN: verdict taken ASK TAKE class spec-violated consequence double-free
// OMEN: maybe * ASK FREE class spec-violated consequence double-free
// OMEN: finding double-free FREE
#include "../../corpus/corpus.h"
volatile int taken;
char *block;
void *other(void *p) {
  if (!taken) free(block); // @ASK
  return p;
}
void *owner(void *p) {
  taken = 1;   // @TAKE
  free(block); // @FREE
  return p;
}
int main(void) {
  block = malloc(24);
  both(other, owner);
  return 0;
}

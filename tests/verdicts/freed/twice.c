// Whoever finds it there gives it back; with the order flipped both do.
// OMEN: verdict taken ASK TAKE class spec-violated consequence double-free
#include "../../corpus/corpus.h"
volatile int taken;
char *block;
void *owner(void *p) {
  taken = 1; // @TAKE
  free(block);
  return p;
}
void *other(void *p) {
  if (!taken) free(block); // @ASK
  return p;
}
int main(void) {
  block = malloc(24);
  both(owner, other);
  return 0;
}

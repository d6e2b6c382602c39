// The start of the block is found by an offset that is set meanwhile.
// OMEN: verdict offset FREE SET class spec-violated consequence invalid-free
#include "../../corpus/corpus.h"
volatile long offset;
char *block;
void *owner(void *p) {
  free(block + offset); // @FREE
  return p;
}
void *setter(void *p) {
  offset = 8; // @SET
  return p;
}
int main(void) {
  block = malloc(32);
  both(owner, setter);
  return 0;
}

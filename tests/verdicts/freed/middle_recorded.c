// The same, recorded in the order in which the offset is there already.
// OMEN: verdict offset FREE SET class spec-violated consequence invalid-free
// OMEN: finding invalid-free FREE
#include "../../corpus/corpus.h"
volatile long offset;
char *block;
void *setter(void *p) {
  offset = 8; // @SET
  return p;
}
void *owner(void *p) {
  free(block + offset); // @FREE
  return p;
}
int main(void) {
  block = malloc(32);
  both(setter, owner);
  return 0;
}

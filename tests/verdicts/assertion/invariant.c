// A reader between the two halves of an update sees what must never be seen.
// OMEN: verdict low LOW CHECK class spec-violated consequence assertion
// OMEN: verdict high HIGH CHECK class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <assert.h>
volatile int low = 0, high = 3;
void *mover(void *p) {
  low = 5;   // @LOW
  high = 10; // @HIGH
  return p;
}
void *checker(void *p) {
  assert(low <= high); // @CHECK
  return p;
}
int main(void) {
  both(mover, checker);
  return 0;
}

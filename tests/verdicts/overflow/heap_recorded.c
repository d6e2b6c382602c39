// The recorded run itself writes behind the block, and goes on; in the other order it would not.
// OMEN: verdict size USE RAISE class spec-violated consequence overflow
// OMEN: finding out-of-bounds USE
#include "../../corpus/corpus.h"
volatile int size = 4;
int *table, sum;
void *raiser(void *p) {
  size = 5; // @RAISE
  return p;
}
void *user(void *p) {
  sum = table[size - 1]; // @USE
  return p;
}
int main(void) {
  table = calloc(4, sizeof *table);
  both(raiser, user);
  free(table);
  return 0;
}

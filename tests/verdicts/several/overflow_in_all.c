// The program writes behind a block in any case, before the race and after it. That is a finding of its own, and no
// race's doing; one race decides what is printed, the other goes too far in its other order.
// OMEN: finding out-of-bounds BEFORE
// OMEN: finding out-of-bounds AFTER
// OMEN: verdict shown SHOW SET class output-differs consequence output
// OMEN: verdict size USE RAISE class spec-violated consequence overflow
// OMEN: verdict hits * * class k-witness-harmless
#include "../../corpus/corpus.h"
volatile int shown, size = 2, hits;
int *block, seen;
void *left(void *p) {
  seen = shown; // @SHOW
  hits++;
  block[size - 1] = 4; // @USE
  return p;
}
void *right(void *p) {
  shown = 1; // @SET
  hits++;
  size = 5; // @RAISE
  return p;
}
NOINLINE void spoil(int *b, int n) {
  b[n] = 1; // @BEFORE
}
NOINLINE void spoil_again(int *b, int n) {
  b[n] = 2; // @AFTER
}
int main(void) {
  block = malloc(2 * sizeof *block);
  spoil(block, 2);
  both(left, right);
  spoil_again(block, 2);
  printf("%d\n", seen);
  return 0;
}

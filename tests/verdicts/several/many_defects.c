// A hundred places that write behind a block, in any case: none of them hides what the race does.
// OMEN: finding out-of-bounds SPOIL
// OMEN: verdict shown SHOW SET class output-differs consequence output
#include "../../corpus/corpus.h"
#define TEN(x) x x x x x x x x x x
volatile int shown;
int seen;
volatile int *block;
NOINLINE void spoil(volatile int *b, int n) {
  TEN(TEN(b[n]++;)) // @SPOIL
}
void *left(void *p) {
  seen = shown; // @SHOW
  return p;
}
void *right(void *p) {
  shown = 1; // @SET
  return p;
}
int main(void) {
  block = malloc(2 * sizeof *block);
  both(left, right);
  spoil(block, 2);
  printf("%d\n", seen);
  return 0;
}

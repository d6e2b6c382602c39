// The mean of no numbers at all: the other thread's count is divided by, and may be 0.
// OMEN: stdin 5
// OMEN: symbolic stdin
// OMEN: verdict before SET USE class k-witness-harmless
// OMEN: multi before SET USE class spec-violated consequence undefined
// OMEN: reveal stdin
// OMEN: input len(stdin) == 0
#include "../../corpus/corpus.h"
volatile int before;
static int count;
void *setter(void *p) {
  before = 1; // @SET
  return p;
}
void *mean(void *p) {
  int all = before; // @USE
  if (count) all = count;
  printf("%d\n", 12 / all);
  return p;
}
int main(void) {
  while (getchar() != EOF) count++;
  both(setter, mean);
  return 0;
}

// A divisor that is zero for a while.
// OMEN: verdict count ZERO USE class spec-violated consequence undefined
// OMEN: verdict count AGAIN USE class spec-violated consequence undefined
#include "../../corpus/corpus.h"
volatile int count = 4;
int total = 40, mean;
void *reset(void *p) {
  count = 0; // @ZERO
  count = 4; // @AGAIN
  return p;
}
void *average(void *p) {
  mean = total / count; // @USE
  return p;
}
int main(void) {
  both(reset, average);
  return mean != 10;
}

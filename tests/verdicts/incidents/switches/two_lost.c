// Four increments, of which two must be lost: one is forgiven. Each of the two losses is needed.
// OMEN: incident assertion SUM cause race count ADD:r ADD:w
// OMEN: or cause race count ADD:w ADD:w
// OMEN: or cause races count ADD:r ADD:w + count ADD:r ADD:w
// OMEN: verdict count ADD:r ADD:w class spec-violated consequence assertion
// OMEN: maybe count ADD:w ADD:w class spec-violated consequence assertion
// OMEN: maybe count ADD:w ADD:w class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int count;
void *add(void *arg) {
  for (int i = 0; i < 2; i++) count++; // @ADD
  return arg;
}
int main(void) {
  both(add, add);
  assert(count >= 3); // @SUM
  return 0;
}

// The total is summed up without a lock, and must be right. The peak beside it need not.
// OMEN: incident assertion SUM cause race total ADD:r ADD:w
// OMEN: verdict total ADD:r ADD:w class spec-violated consequence assertion
// OMEN: maybe total ADD:w ADD:w class spec-violated consequence assertion
// OMEN: maybe total ADD:w ADD:w class k-witness-harmless
// OMEN: verdict peak LOOK RAISE class k-witness-harmless
// OMEN: maybe peak RAISE RAISE class k-witness-harmless
// OMEN: maybe total ADD LOOK class k-witness-harmless
// OMEN: maybe total ADD RAISE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int total, peak;
void *add(void *arg) {
  for (int i = 0; i < 3; i++) {
    int n = i + 1;
    if (n > peak) // @LOOK
      peak = n;   // @RAISE
    total += n;   // @ADD
  }
  return arg;
}
int main(void) {
  both(add, add);
  assert(total == 12); // @SUM
  return 0;
}

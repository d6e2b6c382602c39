// Two counters, one after the other: the first must be exact, the second is for nobody. Each failing run turns round
// pairs of both.
// OMEN: incident assertion SUM cause race exact EXACT:r EXACT:w
// OMEN: verdict exact EXACT:r EXACT:w class spec-violated consequence assertion
// OMEN: maybe exact EXACT:w EXACT:w class spec-violated consequence assertion
// OMEN: maybe exact EXACT:w EXACT:w class k-witness-harmless
// OMEN: verdict rough ROUGH ROUGH class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int exact, rough;
void *count(void *arg) {
  for (int i = 0; i < 2; i++) {
    exact++; // @EXACT
    rough++; // @ROUGH
  }
  return arg;
}
int main(void) {
  both(count, count);
  assert(exact == 4); // @SUM
  return 0;
}

// Neither must be exact: at least one update always stays.
// OMEN: no-incident
// OMEN: verdict exact EXACT EXACT class k-witness-harmless
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
  assert(exact >= 1 && exact <= 4);
  return 0;
}

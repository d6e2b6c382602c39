// Three tickets for two buyers who want two each: one may be sold that is not there.
// OMEN: incident assertion COUNT cause race left CHECK SELL
// OMEN: or cause race left SELL:r SELL:w
// OMEN: verdict left CHECK SELL class spec-violated consequence assertion
// OMEN: maybe left SELL:r SELL:w class spec-violated consequence assertion
// OMEN: maybe left SELL:w SELL:w class spec-violated consequence assertion
// OMEN: maybe left SELL:w SELL:w class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int left = 3;
void *buy(void *arg) {
  for (int i = 0; i < 2; i++)
    if (left > 0) // @CHECK
      left--;     // @SELL
  return arg;
}
int main(void) {
  both(buy, buy);
  assert(left >= 0); // @COUNT
  return 0;
}

// There are enough for everybody: looking too early does no harm, and a lost update leaves more than there are.
// OMEN: no-incident
// OMEN: verdict left CHECK SELL class k-witness-harmless
// OMEN: maybe left SELL SELL class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int left = 4;
void *buy(void *arg) {
  for (int i = 0; i < 2; i++)
    if (left > 0) // @CHECK
      left--;     // @SELL
  return arg;
}
int main(void) {
  both(buy, buy);
  assert(left >= 0);
  return 0;
}

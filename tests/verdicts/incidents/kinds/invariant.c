// The stock must never be below zero, and is taken from after a look without a lock, in a loop.
// OMEN: options --invariant 'stock >= 0'
// OMEN: incident invariant TAKE cause race stock LOOK TAKE
// OMEN: or cause race stock TAKE:r TAKE:w
// OMEN: verdict stock LOOK TAKE class spec-violated consequence invariant
// OMEN: maybe stock TAKE TAKE class spec-violated consequence invariant
// OMEN: maybe stock TAKE:w TAKE:w class k-witness-harmless
// OMEN: levels O2
// OMEN: native-blind no sanitizer knows the invariant
#include "../../../corpus/corpus.h"
volatile int stock = 3;
void *take(void *arg) {
  for (int i = 0; i < 2; i++)
    if (stock > 0) // @LOOK
      stock--;     // @TAKE
  return arg;
}
int main(void) {
  both(take, take);
  return 0;
}

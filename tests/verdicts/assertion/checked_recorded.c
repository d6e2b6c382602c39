// The same, recorded in the order in which it fails; the run goes on.
// OMEN: verdict ready ASK SET class spec-violated consequence assertion
// OMEN: finding check ASK
#include "../../corpus/corpus.h"
#include <omen.h>
volatile int ready;
void *asker(void *p) {
  omen_assert(ready == 1); // @ASK
  return p;
}
void *setter(void *p) {
  ready = 1; // @SET
  return p;
}
int main(void) {
  both(asker, setter);
  return 0;
}

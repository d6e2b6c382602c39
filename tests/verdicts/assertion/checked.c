// A check of omen.h, which costs nothing in an ordinary build, fails in the other order.
// OMEN: verdict ready ASK SET class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <omen.h>
volatile int ready;
void *setter(void *p) {
  ready = 1; // @SET
  return p;
}
void *asker(void *p) {
  omen_check(ready == 1, "asked before it was ready"); // @ASK
  return p;
}
int main(void) {
  both(setter, asker);
  return 0;
}

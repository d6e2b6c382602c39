// Only the last of four values fails the check.
// OMEN: verdict value ASK SET class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <omen.h>
volatile int value[4];
void *asker(void *p) {
  for (int i = 0; i < 4; i++) omen_assert(value[i] < 3); // @ASK
  return p;
}
void *setter(void *p) {
  for (int i = 0; i < 4; i++) value[i] = i; // @SET
  return p;
}
int main(void) {
  both(asker, setter);
  return 0;
}

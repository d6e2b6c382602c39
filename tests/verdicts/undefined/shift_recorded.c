// Recorded in the order that shifts too far; nothing else shows it.
// OMEN: verdict width USE SET class spec-violated consequence undefined
// OMEN: finding shift USE
#include "../../corpus/corpus.h"
volatile int width = 31;
volatile unsigned mask;
void *setter(void *p) {
  width = 32; // @SET
  return p;
}
void *user(void *p) {
  mask = 1u << width; // @USE
  return p;
}
int main(void) {
  both(setter, user);
  return 0;
}

// A width that is set meanwhile is one too many.
// OMEN: verdict width USE SET class spec-violated consequence undefined
#include "../../corpus/corpus.h"
volatile int width = 31;
volatile unsigned mask;
void *user(void *p) {
  mask = 1u << width; // @USE
  return p;
}
void *setter(void *p) {
  width = 32; // @SET
  return p;
}
int main(void) {
  both(user, setter);
  return 0;
}

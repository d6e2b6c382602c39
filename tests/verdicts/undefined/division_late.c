// A divisor that is zero in the last round alone.
// OMEN: verdict parts USE SET class spec-violated consequence undefined
#include "../../corpus/corpus.h"
volatile int parts[4] = {1, 1, 1, 1};
int sum;
void *user(void *p) {
  for (int i = 0; i < 4; i++) sum += 12 / parts[i]; // @USE
  return p;
}
void *setter(void *p) {
  for (int i = 0; i < 4; i++) parts[i] = 3 - i; // @SET
  return p;
}
int main(void) {
  both(user, setter);
  return 0;
}

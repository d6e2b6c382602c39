// The same, with a box that is looked at once.
// OMEN: no-incident
// OMEN: verdict box LOOK CLEAR class k-witness-harmless
// OMEN: verdict looks LOOK CLEAR class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, sum;
volatile int looks;
int *volatile box = &value;
void *user(void *arg) {
  for (int i = 0; i < 3; i++) {
    int *now;
    if (looks++, now = box) // @LOOK
      sum += *now;
  }
  return arg;
}
void *clearer(void *arg) {
  looks = 0, box = NULL; // @CLEAR
  return arg;
}
int main(void) {
  both(user, clearer);
  return 0;
}

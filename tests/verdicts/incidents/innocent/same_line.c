// The counter is in the very line of the guilty look.
// OMEN: incident crash USE cause race box LOOK CLEAR
// OMEN: or cause race box CLEAR USE
// OMEN: verdict box LOOK CLEAR class spec-violated consequence crash
// OMEN: verdict box CLEAR USE class spec-violated consequence crash
// OMEN: verdict looks LOOK CLEAR class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, sum;
volatile int looks;
int *volatile box = &value;
void *user(void *arg) {
  for (int i = 0; i < 3; i++)
    if (looks++, box) // @LOOK
      sum += *box;    // @USE
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

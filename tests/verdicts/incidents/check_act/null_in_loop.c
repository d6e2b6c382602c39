// In every round it is looked whether there is a box, and then looked into. It goes away in between.
// OMEN: incident crash USE cause race box CHECK CLEAR
// OMEN: or cause race box CLEAR USE
// OMEN: verdict box CHECK CLEAR class spec-violated consequence crash
// OMEN: verdict box CLEAR USE class spec-violated consequence crash
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, sum;
int *volatile box = &value;
void *user(void *arg) {
  for (int i = 0; i < 3; i++)
    if (box)       // @CHECK
      sum += *box; // @USE
  return arg;
}
void *clearer(void *arg) {
  box = NULL; // @CLEAR
  return arg;
}
int main(void) {
  both(user, clearer);
  return 0;
}

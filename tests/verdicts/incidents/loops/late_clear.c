// Six boxes, each looked at and then into; only the fifth goes away.
// OMEN: incident crash USE cause race box CHECK CLEAR
// OMEN: or cause race box CLEAR USE
// OMEN: verdict box CHECK CLEAR class spec-violated consequence crash
// OMEN: verdict box CLEAR USE class spec-violated consequence crash
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, sum;
int *volatile box[6];
void *user(void *arg) {
  for (int i = 0; i < 6; i++)
    if (box[i])       // @CHECK
      sum += *box[i]; // @USE
  return arg;
}
void *clearer(void *arg) {
  for (int i = 0; i < 6; i++) box[i] = i == 4 ? NULL : &value; // @CLEAR
  return arg;
}
int main(void) {
  for (int i = 0; i < 6; i++) box[i] = &value;
  both(user, clearer);
  return 0;
}

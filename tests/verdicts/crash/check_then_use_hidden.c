// The same, but in the recorded run the clearing comes first, so that the use was never reached: what
// happens there is known to no recording.
// OMEN: verdict box CHECK CLEAR class spec-violated consequence crash
#include "../../corpus/corpus.h"
int value = 7;
int *volatile box = &value;
int sum;
void *user(void *p) {
  if (box) // @CHECK
    sum += *box;
  return p;
}
void *clearer(void *p) {
  box = NULL; // @CLEAR
  return p;
}
int main(void) {
  both(clearer, user);
  return 0;
}

// Check and use of a pointer that another thread clears. The crash needs the clearing after the check and
// before the use: the order of each of the two pairs decides over it.
// OMEN: verdict box CHECK CLEAR class spec-violated consequence crash
// OMEN: verdict box USE CLEAR class spec-violated consequence crash
#include "../../corpus/corpus.h"
int value = 7;
int *volatile box = &value;
int sum;
void *user(void *p) {
  if (box)       // @CHECK
    sum += *box; // @USE
  return p;
}
void *clearer(void *p) {
  box = NULL; // @CLEAR
  return p;
}
int main(void) {
  both(user, clearer);
  return 0;
}

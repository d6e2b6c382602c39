// The recorded run itself dies; in the other order it would not.
// OMEN: verdict box A B class spec-violated consequence crash
// OMEN: exit 139
#include "../../corpus/corpus.h"
int value = 7, got;
int *volatile box = &value;
void *clearer(void *p) {
  box = NULL; // @A
  return p;
}
void *user(void *p) {
  got = *box; // @B
  return p;
}
int main(void) {
  both(clearer, user);
  return 0;
}

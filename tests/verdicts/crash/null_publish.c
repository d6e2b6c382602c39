// A pointer is used without looking whether it was published.
// OMEN: verdict box A B class spec-violated consequence crash
#include "../../corpus/corpus.h"
int value = 7;
int *box;
void *publisher(void *p) {
  box = &value; // @A
  return p;
}
void *user(void *p) {
  printf("%d\n", *box); // @B
  return p;
}
int main(void) {
  both(publisher, user);
  return 0;
}

// The last writer decides what is printed.
// OMEN: verdict x A B class output-differs consequence output
#include "../../corpus/corpus.h"
int x;
void *one(void *p) {
  x = 1; // @A
  return p;
}
void *two(void *p) {
  x = 2; // @B
  return p;
}
int main(void) {
  both(one, two);
  printf("%d\n", x);
  return 0;
}

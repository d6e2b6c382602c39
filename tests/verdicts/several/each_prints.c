// Two races, both printed: each is to blame.
// OMEN: verdict x A B class output-differs consequence output
// OMEN: verdict y C D class output-differs consequence output
#include "../../corpus/corpus.h"
int x, y;
void *one(void *p) {
  x = 1; // @A
  y = 1; // @C
  return p;
}
void *two(void *p) {
  x = 2; // @B
  y = 2; // @D
  return p;
}
int main(void) {
  both(one, two);
  printf("%d\n%d\n", x, y);
  return 0;
}

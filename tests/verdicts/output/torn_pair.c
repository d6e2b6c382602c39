// Two values that belong together, printed by a reader that may see one old and one new.
// OMEN: verdict x A B class output-differs consequence output
// OMEN: verdict y C D class output-differs consequence output
#include "../../corpus/corpus.h"
int x = 1, y = 1;
void *mover(void *p) {
  x = 2; // @A
  y = 2; // @C
  return p;
}
void *printer(void *p) {
  int a = x; // @B
  int b = y; // @D
  printf("%d %d\n", a, b);
  return p;
}
int main(void) {
  both(mover, printer);
  return 0;
}

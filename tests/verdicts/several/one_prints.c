// Two races on neighbours; one of the two is printed.
// OMEN: verdict shown A B class output-differs consequence output
// OMEN: verdict hidden C D class k-witness-harmless
#include "../../corpus/corpus.h"
struct {
  int hidden, shown;
} s;
void *one(void *p) {
  s.hidden = 1; // @C
  s.shown = 1;  // @A
  return p;
}
void *two(void *p) {
  s.hidden = 2; // @D
  s.shown = 2;  // @B
  return p;
}
int main(void) {
  both(one, two);
  printf("%d\n", s.shown);
  return 0;
}

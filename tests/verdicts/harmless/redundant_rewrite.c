// A write of what was there all along, beside a reader that prints it.
// OMEN: verdict x A B class k-witness-harmless
#include "../../corpus/corpus.h"
int x = 5;
void *one(void *p) {
  x = 5; // @A
  return p;
}
void *two(void *p) {
  printf("%d\n", x); // @B
  return p;
}
int main(void) {
  both(one, two);
  return 0;
}

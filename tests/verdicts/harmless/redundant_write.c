// Both write what is there in the end.
// OMEN: verdict x A B class k-witness-harmless
#include "../../corpus/corpus.h"
int x;
void *one(void *p) {
  x = 1; // @A
  return p;
}
void *two(void *p) {
  x = 1; // @B
  return p;
}
int main(void) {
  both(one, two);
  printf("%d\n", x);
  return 0;
}

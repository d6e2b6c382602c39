// Two increments of what is printed at the end: one may be lost.
// OMEN: verdict count A B class output-differs consequence output
#include "../../corpus/corpus.h"
int count;
void *one(void *p) {
  count++; // @A
  return p;
}
void *two(void *p) {
  count++; // @B
  return p;
}
int main(void) {
  both(one, two);
  printf("%d\n", count);
  return 0;
}

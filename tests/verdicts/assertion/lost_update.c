// Two increments; one may be lost.
// OMEN: verdict count A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <assert.h>
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
  assert(count == 2);
  return 0;
}

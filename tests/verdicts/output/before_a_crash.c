// Whatever the order, the program ends in the same failed assertion; what it wrote before depends on the order.
// OMEN: verdict value A B class output-differs consequence output
// OMEN: exit 134
#include "../../corpus/corpus.h"
#include <assert.h>
int value;
void *one(void *p) {
  value = 1; // @A
  return p;
}
void *two(void *p) {
  value = 2; // @B
  return p;
}
int main(void) {
  both(one, two);
  printf("%d\n", value);
  fflush(stdout);
  assert(value > 5);
  return 0;
}

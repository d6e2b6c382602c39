// A mode that is read twice and must not change in between.
// OMEN: verdict mode ONE SET class spec-violated consequence assertion
// OMEN: verdict mode TWO SET class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <assert.h>
volatile int mode = 1;
void *reader(void *p) {
  int first = mode;  // @ONE
  int second = mode; // @TWO
  assert(first == second);
  return p;
}
void *setter(void *p) {
  mode = 2; // @SET
  return p;
}
int main(void) {
  both(reader, setter);
  return 0;
}

// Two fields and their sum, written without a lock. Old and new together fail whichever of the two is the old one. In a
// run that fails either order is needed: with the field read after it was written, or the sum before, all is well.
// OMEN: verdict a A CHECK class spec-violated consequence assertion
// OMEN: verdict sum B CHECK class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <assert.h>
struct {
  volatile int a, b, sum;
} s = {1, 2, 3};
void *writer(void *p) {
  s.a = 5;   // @A
  s.sum = 7; // @B
  return p;
}
void *checker(void *p) {
  int a = s.a, sum = s.sum; // @CHECK
  assert(a + s.b == sum);
  return p;
}
int main(void) {
  both(writer, checker);
  return 0;
}

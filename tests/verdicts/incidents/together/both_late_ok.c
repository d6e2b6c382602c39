// Asked when both are there.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int a, b;
void *seta(void *arg) {
  a = 1;
  return arg;
}
void *setb(void *arg) {
  b = 1;
  return arg;
}
int main(void) {
  both(seta, setb);
  assert(a && b);
  return 0;
}

// The box is there from the start.
// OMEN: no-incident
// OMEN: verdict length WRITE READ class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7;
int *volatile box = &value;
volatile int length, got, sum;
void *maker(void *arg) {
  length = 3; // @WRITE
  return arg;
}
void *user(void *arg) {
  got = *box;
  sum = length; // @READ
  return arg;
}
int main(void) {
  both(maker, user);
  return 0;
}

// The old length will do, and nobody asks.
// OMEN: no-incident
// OMEN: verdict length CHANGE USE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int length = 4;
int table[5];
void *changer(void *arg) {
  length = 3; // @CHANGE
  return arg;
}
void *user(void *arg) {
  ((volatile int *)table)[length] = 1; // @USE
  return arg;
}
int main(void) {
  both(changer, user);
  return 0;
}

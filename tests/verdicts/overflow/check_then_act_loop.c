// Check, then act, in a loop: each thread looks whether there is room and appends, without a lock. Whoever looks before the
// other counts writes behind the array, in whichever of the rounds it happens.
// OMEN: verdict length CHECK COUNT class spec-violated consequence overflow
// OMEN: maybe length * * class spec-violated consequence overflow
// OMEN: maybe items * * class spec-violated consequence overflow
#include "../../corpus/corpus.h"
volatile int length;
int capacity = 4, items[4];
void *append(void *arg) {
  for (int i = 0; i < 4; i++)
    if (length < capacity) { // @CHECK
      items[length] = i;
      length++; // @COUNT
    }
  return arg;
}
int main(void) {
  both(append, append);
  return 0;
}

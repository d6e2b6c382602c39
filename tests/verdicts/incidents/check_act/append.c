// Two threads append while there is room. Whoever looks while there is room for one more, and acts when the other has
// taken it, writes behind the array. Either neighbour of that moment is to blame: looked too early, or counted in between.
// OMEN: incident overflow ACT cause race length CHECK COUNT
// OMEN: or cause race length COUNT ACT
// OMEN: verdict length CHECK COUNT class spec-violated consequence overflow
// OMEN: maybe length COUNT ACT class spec-violated consequence overflow
// OMEN: maybe length COUNT COUNT class k-witness-harmless
// OMEN: maybe items ACT ACT class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
volatile int length;
int items[4];
void *append(void *arg) {
  for (int i = 0; i < 4; i++)
    if (length < 4) {    // @CHECK
      items[length] = i; // @ACT
      length++;          // @COUNT
    }
  return arg;
}
int main(void) {
  both(append, append);
  return 0;
}

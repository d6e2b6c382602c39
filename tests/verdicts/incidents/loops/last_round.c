// Room for fifteen, and each thread appends eight. A thread that stands between look and act in its last round, while the
// other appends its eight, writes behind the array. Only the last of the other's counts decides.
// OMEN: incident overflow ACT cause race length CHECK COUNT
// OMEN: or cause race length COUNT ACT
// OMEN: verdict length CHECK COUNT class spec-violated consequence overflow
// OMEN: verdict length COUNT ACT class spec-violated consequence overflow
// OMEN: maybe length COUNT COUNT class k-witness-harmless
// OMEN: maybe items ACT ACT class k-witness-harmless
// OMEN: levels O2
// OMEN: native-blind it takes a pause of the length of eight rounds in one of sixteen
#include "../../../corpus/corpus.h"
volatile int length;
int items[15];
void *append(void *arg) {
  for (int i = 0; i < 8; i++)
    if (length < 15) {   // @CHECK
      items[length] = i; // @ACT
      length++;          // @COUNT
    }
  return arg;
}
int main(void) {
  both(append, append);
  return 0;
}

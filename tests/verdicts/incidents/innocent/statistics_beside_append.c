// Tries and failures are counted without care in the loop that overflows. Nobody reads them.
// OMEN: incident overflow ACT cause race length CHECK COUNT
// OMEN: or cause race length COUNT ACT
// OMEN: verdict length CHECK COUNT class spec-violated consequence overflow
// OMEN: maybe length COUNT ACT class spec-violated consequence overflow
// OMEN: maybe length COUNT COUNT class k-witness-harmless
// OMEN: maybe items ACT ACT class k-witness-harmless
// OMEN: verdict tries TRY TRY class k-witness-harmless
// OMEN: maybe full FULL FULL class k-witness-harmless
// OMEN: levels O0
#include "../../../corpus/corpus.h"
volatile int length, tries, full;
int items[4];
void *append(void *arg) {
  for (int i = 0; i < 4; i++) {
    tries++;             // @TRY
    if (length < 4) {    // @CHECK
      items[length] = i; // @ACT
      length++;          // @COUNT
    } else {
      full++; // @FULL
    }
  }
  return arg;
}
int main(void) {
  both(append, append);
  return 0;
}

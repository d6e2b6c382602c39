// Three threads append two each to room for five: whichever two of them meet at the end.
// OMEN: incident overflow ACT cause race length CHECK COUNT
// OMEN: or cause race length COUNT ACT
// OMEN: verdict length CHECK COUNT class spec-violated consequence overflow
// OMEN: verdict length COUNT ACT class spec-violated consequence overflow
// OMEN: maybe length COUNT COUNT class k-witness-harmless
// OMEN: maybe items ACT ACT class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int length;
int items[5];
void *append(void *arg) {
  for (int i = 0; i < 2; i++)
    if (length < 5) {    // @CHECK
      items[length] = i; // @ACT
      length++;          // @COUNT
    }
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) t[i] = start(append, NULL);
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}

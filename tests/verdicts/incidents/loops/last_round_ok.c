// Room for all sixteen: no look can be too early.
// OMEN: no-incident
// OMEN: verdict length CHECK COUNT class k-witness-harmless
// OMEN: verdict length COUNT ACT class k-witness-harmless
// OMEN: verdict length COUNT COUNT class k-witness-harmless
// OMEN: maybe items ACT ACT class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int length;
int items[16];
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

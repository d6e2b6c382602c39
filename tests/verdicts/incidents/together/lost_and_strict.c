// An update can be lost, and the sum is checked only if a third thread asked for it in time. Neither alone is seen.
// OMEN: incident assertion CHECK cause race count ADD:r ADD:w
// OMEN: or cause race strict ASK DEMAND
// OMEN: or cause races count ADD:r ADD:w + strict ASK DEMAND
// OMEN: verdict count ADD:r ADD:w class spec-violated consequence assertion
// OMEN: maybe count ADD:w ADD:w class spec-violated consequence assertion
// OMEN: maybe count ADD:w ADD:w class k-witness-harmless
// OMEN: verdict strict ASK DEMAND class spec-violated consequence assertion
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int count, strict, checked;
void *asker(void *arg) {
  checked = strict; // @ASK
  return arg;
}
void *demander(void *arg) {
  strict = 1; // @DEMAND
  return arg;
}
void *adder(void *arg) {
  count++; // @ADD
  return arg;
}
int main(void) {
  pthread_t t[4] = {start(asker, NULL), start(demander, NULL), start(adder, NULL), start(adder, NULL)};
  for (int i = 0; i < 4; i++) finish(t[i]);
  assert(!checked || count == 2); // @CHECK
  return 0;
}

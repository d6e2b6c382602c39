// Nobody asks.
// OMEN: no-incident
// OMEN: verdict length CHANGE USE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int length = 3, got;
void *changer(void *arg) {
  length = 4; // @CHANGE
  return arg;
}
void *user(void *arg) {
  got = length; // @USE
  return arg;
}
int main(void) {
  both(changer, user);
  return 0;
}

// It stops if either word is late; in the recorded order of starts both are there. To be cured, both must come.
// OMEN: incident assertion ASK cause race a SETA ASK
// OMEN: or cause race b SETB ASK
// OMEN: or cause races a SETA ASK + b SETB ASK
// OMEN: verdict a SETA ASK class spec-violated consequence assertion
// OMEN: verdict b SETB ASK class spec-violated consequence assertion
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int a, b;
void *seta(void *arg) {
  a = 1; // @SETA
  return arg;
}
void *setb(void *arg) {
  b = 1; // @SETB
  return arg;
}
void *ask(void *arg) {
  assert(a && b); // @ASK
  return arg;
}
int main(void) {
  pthread_t x = start(seta, NULL), y = start(setb, NULL), z = start(ask, NULL);
  finish(x), finish(y), finish(z);
  return 0;
}

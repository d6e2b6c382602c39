// One thread says ready before the box is there; a second passes it on; a third believes it and opens the box. Without
// the early word, or without its being passed on, nothing would happen, but only the box is opened out of order.
// OMEN: incident crash OPEN cause race box OPEN FILL
// OMEN: or cause race ready READY HEAR
// OMEN: or cause race go GO ASK
// OMEN: verdict box OPEN FILL class spec-violated consequence crash
// OMEN: verdict ready READY HEAR class k-witness-harmless
// OMEN: verdict go GO ASK class k-witness-harmless
// OMEN: maybe ready READY HEAR class spec-violated consequence crash
// OMEN: maybe go GO ASK class spec-violated consequence crash
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, got;
int *volatile box;
volatile int ready, go;
void *maker(void *arg) {
  ready = 1;    // @READY
  box = &value; // @FILL
  return arg;
}
void *messenger(void *arg) {
  if (ready) // @HEAR
    go = 1;  // @GO
  return arg;
}
void *opener(void *arg) {
  if (go)       // @ASK
    got = *box; // @OPEN
  return arg;
}
int main(void) {
  pthread_t t[3] = {start(maker, NULL), start(messenger, NULL), start(opener, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}

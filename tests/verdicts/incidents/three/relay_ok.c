// First the box, then the word: whoever hears it can open.
// OMEN: no-incident
// OMEN: verdict box OPEN FILL class single-ordering
// OMEN: maybe box OPEN FILL class k-witness-harmless
// OMEN: verdict ready READY HEAR class k-witness-harmless
// OMEN: verdict go GO ASK class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, got;
int *volatile box;
volatile int ready, go;
void *maker(void *arg) {
  box = &value; // @FILL
  ready = 1;    // @READY
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

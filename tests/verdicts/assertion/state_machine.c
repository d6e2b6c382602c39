// A state that should never be seen from outside.
// OMEN: verdict state BEGIN ASK class spec-violated consequence assertion
// OMEN: verdict state END ASK class spec-violated consequence assertion
#include "../../corpus/corpus.h"
enum { IDLE, BUSY, DONE };
volatile int state = IDLE;
void *worker(void *p) {
  state = BUSY; // @BEGIN
  state = DONE; // @END
  return p;
}
void *observer(void *p) {
  switch (state) { // @ASK
  case BUSY: abort();
  default: return p;
  }
}
int main(void) {
  both(worker, observer);
  return 0;
}

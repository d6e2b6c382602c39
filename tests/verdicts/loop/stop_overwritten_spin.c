// The same in a loop that does nothing else.
// OMEN: verdict running START STOP class spec-violated consequence infinite-loop
// OMEN: verdict running ASK STOP class k-witness-harmless
#include "../../corpus/corpus.h"
volatile int running;
void *worker(void *p) {
  running = 1;     // @START
  while (running); // @ASK
  return p;
}
void *stopper(void *p) {
  running = 0; // @STOP
  return p;
}
int main(void) {
  both(worker, stopper);
  return 0;
}

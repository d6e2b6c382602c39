// The same with a count of the rounds: endless, but no round is like another.
// OMEN: verdict running START STOP class spec-violated consequence infinite-loop proof limit
// OMEN: verdict running ASK STOP class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int running;
volatile unsigned long rounds;
void *worker(void *p) {
  running = 1;      // @START
  while (running) { // @ASK
    rounds++;
    sched_yield();
  }
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

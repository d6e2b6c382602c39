// Reset before the threads are there.
// OMEN: no-incident
// OMEN: verdict ready SET WAIT class k-witness-harmless
// OMEN: maybe ready SET WAIT class single-ordering
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <sched.h>
volatile int ready;
void *set(void *arg) {
  ready = 1; // @SET
  return arg;
}
void *wait_for_it(void *arg) {
  while (!ready) // @WAIT
    sched_yield();
  return arg;
}
int main(void) {
  ready = 0;
  both(set, wait_for_it);
  return 0;
}

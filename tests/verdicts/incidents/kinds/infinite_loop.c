// The flag is reset by one thread and set by another; reset last, it is awaited for ever.
// OMEN: incident infinite-loop * cause race ready SET RESET
// OMEN: or cause race ready RESET WAIT
// OMEN: verdict ready SET RESET class spec-violated consequence infinite-loop
// OMEN: maybe ready RESET WAIT class k-witness-harmless
// OMEN: maybe ready RESET WAIT class spec-violated consequence infinite-loop
// OMEN: maybe ready SET WAIT class k-witness-harmless
// OMEN: maybe ready SET WAIT class spec-violated consequence infinite-loop
// OMEN: maybe ready SET WAIT class single-ordering
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <sched.h>
volatile int ready;
void *reset(void *arg) {
  ready = 0; // @RESET
  return arg;
}
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
  pthread_t t[3] = {start(reset, NULL), start(set, NULL), start(wait_for_it, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}

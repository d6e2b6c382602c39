// A stop that came too early is lost; what goes on for ever changes memory all the time, but comes back.
// OMEN: verdict running START STOP class spec-violated consequence infinite-loop proof repeats
// OMEN: maybe running * * class k-witness-harmless
// OMEN: maybe running * * class single-ordering
// OMEN: maybe begun * * class k-witness-harmless
// OMEN: maybe light * * class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int running, begun, light;
void *red(void *p) {
  running = 1; // @START
  begun = 1;
  while (running) {
    light = 1;
    sched_yield();
  }
  return p;
}
void *stopper(void *p) {
  running = 0; // @STOP
  return p;
}
int main(void) {
  pthread_t a = start(red, NULL), b = start(stopper, NULL);
  while (!begun) sched_yield();
  while (running) {
    light = 2;
    sched_yield();
  }
  finish(a);
  finish(b);
  return 0;
}

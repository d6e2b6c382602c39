// The lost stop is looked for under a mutex that whoever stops forgot.
// OMEN: verdict running START STOP class spec-violated consequence infinite-loop proof proved
// OMEN: verdict running ASK STOP class k-witness-harmless
#include "../../corpus/corpus.h"
#include <unistd.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int running;
static int runs(void) {
  pthread_mutex_lock(&m);
  int r = running; // @ASK
  pthread_mutex_unlock(&m);
  return r;
}
void *worker(void *p) {
  running = 1; // @START
  while (runs()) usleep(10);
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

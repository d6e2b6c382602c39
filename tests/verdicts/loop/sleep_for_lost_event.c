// An event that is cleared on entry: cleared too late, it is waited for without end.
// OMEN: verdict event CLEAR FIRE class spec-violated consequence infinite-loop
// OMEN: maybe event WAIT FIRE class k-witness-harmless
#include "../../corpus/corpus.h"
#include <unistd.h>
volatile int event;
void *listener(void *p) {
  event = 0;     // @CLEAR
  while (!event) // @WAIT
    usleep(1000);
  return p;
}
void *firer(void *p) {
  event = 1; // @FIRE
  return p;
}
int main(void) {
  both(listener, firer);
  return 0;
}

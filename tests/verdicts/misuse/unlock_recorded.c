// The recorded run itself unlocks what it does not hold.
// OMEN: verdict held ASK SAY class spec-violated consequence misuse
// OMEN: finding unlock-not-held ASK
#include "../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int held;
void *sayer(void *p) {
  held = 1; // @SAY
  return p;
}
void *asker(void *p) {
  if (held) pthread_mutex_unlock(&lock); // @ASK
  return p;
}
int main(void) {
  both(sayer, asker);
  return 0;
}

// The flag says that the lock is held, which is not so in the other order.
// OMEN: verdict held ASK SAY class spec-violated consequence misuse
#include "../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int held;
void *asker(void *p) {
  if (held) pthread_mutex_unlock(&lock); // @ASK
  return p;
}
void *sayer(void *p) {
  held = 1; // @SAY
  return p;
}
int main(void) {
  both(asker, sayer);
  return 0;
}

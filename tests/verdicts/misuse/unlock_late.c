// The last of four rounds alone finds the flag set.
// OMEN: verdict held ASK SAY class spec-violated consequence misuse
#include "../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int held[4];
void *asker(void *p) {
  for (int i = 0; i < 4; i++)
    if (held[i]) pthread_mutex_unlock(&lock); // @ASK
  return p;
}
void *sayer(void *p) {
  for (int i = 0; i < 4; i++) held[i] = i == 3; // @SAY
  return p;
}
int main(void) {
  both(asker, sayer);
  return 0;
}

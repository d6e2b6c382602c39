// Lazy initialisation without a lock, where each caller gets a number of its own.
// OMEN: verdict made * * class output-differs consequence output
// OMEN: maybe serial * * class output-differs consequence output
#include "../../corpus/corpus.h"
volatile int made;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int serial;
static void make(void) {
  if (!made) { // @ASK
    pthread_mutex_lock(&m);
    serial++;
    pthread_mutex_unlock(&m);
    made = 1; // @SET
  }
}
void *one(void *p) {
  make();
  return p;
}
void *two(void *p) {
  make();
  return p;
}
int main(void) {
  both(one, two);
  printf("made %d times\n", serial);
  return 0;
}

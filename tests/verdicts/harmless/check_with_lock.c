// Looked at without the lock, and again with it: the first look may be wrong either way.
// OMEN: verdict left LOOK TAKE class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int left = 1;
int taken;
void *taker(void *p) {
  if (left) { // @LOOK
    pthread_mutex_lock(&m);
    if (left) {
      left = 0; // @TAKE
      taken++;
    }
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  both(taker, taker);
  printf("taken %d\n", taken);
  return 0;
}

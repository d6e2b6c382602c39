// A wake-up may be lost, but the waiter looks again after a while.
// OMEN: verdict ready SET ASK class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
volatile int ready;
void *setter(void *p) {
  ready = 1; // @SET
  pthread_cond_signal(&c);
  return p;
}
void *waiter(void *p) {
  pthread_mutex_lock(&m);
  while (!ready) { // @ASK
    struct timespec t = from_now(CLOCK_REALTIME, 1);
    pthread_cond_timedwait(&c, &m, &t);
  }
  pthread_mutex_unlock(&m);
  puts("ready");
  return p;
}
int main(void) {
  both(setter, waiter);
  return 0;
}

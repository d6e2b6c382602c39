// A lost wake-up, and counters beside it.
// OMEN: verdict ready SET ASK class spec-violated consequence deadlock
// OMEN: verdict calls A B class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, calls;
void *setter(void *p) {
  calls++;   // @A
  ready = 1; // @SET
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}
void *waiter(void *p) {
  calls++;      // @B
  if (!ready) { // @ASK
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  both(setter, waiter);
  return 0;
}

// A wake-up is lost: looked before it was set, waited after it was signalled. The counters of calls have no part in it.
// OMEN: incident deadlock * cause race ready SET ASK
// OMEN: or cause order WAIT SIGNAL
// OMEN: verdict ready SET ASK class spec-violated consequence deadlock
// OMEN: verdict calls A B class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
volatile int ready, calls;
void *setter(void *arg) {
  calls++;   // @A
  ready = 1; // @SET
  pthread_mutex_lock(&lock);      // @SIGNAL
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);    // @SIGNAL
  return arg;
}
void *waiter(void *arg) {
  calls++;      // @B
  if (!ready) { // @ASK
    pthread_mutex_lock(&lock);         // @WAIT
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);       // @WAIT
  }
  return arg;
}
int main(void) {
  both(setter, waiter);
  return 0;
}

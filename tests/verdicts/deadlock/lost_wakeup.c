// The flag is looked at outside of the lock: the signal may come between the look and the wait.
// OMEN: verdict ready SET ASK class spec-violated consequence deadlock
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
void *setter(void *p) {
  ready = 1; // @SET
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}
void *waiter(void *p) {
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

// A signal that nobody waits for is gone.
// OMEN: incident deadlock * cause order WAITING SIGNALLING
// OMEN: none
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t go = PTHREAD_COND_INITIALIZER;
void *waiter(void *arg) {
  pthread_mutex_lock(&lock); // @WAITING
  pthread_cond_wait(&go, &lock);
  pthread_mutex_unlock(&lock); // @WAITING
  return arg;
}
void *signaller(void *arg) {
  pthread_mutex_lock(&lock); // @SIGNALLING
  pthread_cond_signal(&go);
  pthread_mutex_unlock(&lock); // @SIGNALLING
  return arg;
}
int main(void) {
  both(waiter, signaller);
  return 0;
}

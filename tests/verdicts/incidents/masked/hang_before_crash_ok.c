// The box is filled before, and what is waited for is the box.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
int value = 7, *box;
volatile int got;
void *waiter(void *arg) {
  pthread_mutex_lock(&lock);
  while (!box) pthread_cond_wait(&wake, &lock);
  pthread_mutex_unlock(&lock);
  got = *box;
  return arg;
}
void *waker(void *arg) {
  pthread_mutex_lock(&lock);
  box = &value;
  pthread_cond_signal(&wake);
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  both(waiter, waker);
  return 0;
}

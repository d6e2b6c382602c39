// A waiter that missed the wake-up hangs, and so do most of the failing runs. One that got it may find no box.
// OMEN: incident deadlock * cause order WAITING WAKING
// OMEN: incident crash OPEN cause race box FILL OPEN
// OMEN: verdict box FILL OPEN class spec-violated consequence crash
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
int value = 7;
volatile int got;
int *volatile box;
void *waiter(void *arg) {
  pthread_mutex_lock(&lock); // @WAITING
  pthread_cond_wait(&wake, &lock);
  pthread_mutex_unlock(&lock); // @WAITING
  got = *box;                  // @OPEN
  return arg;
}
void *waker(void *arg) {
  pthread_mutex_lock(&lock); // @WAKING
  pthread_cond_signal(&wake);
  pthread_mutex_unlock(&lock); // @WAKING
  box = &value;                // @FILL
  return arg;
}
int main(void) {
  both(waiter, waker);
  return 0;
}

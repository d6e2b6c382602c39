// The recorded run itself hangs: the signal comes before the wait, and nobody has written down that it came.
// OMEN: incident deadlock * cause order SIGNAL WAIT
// OMEN: none
// OMEN: exit 124
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
void *giver(void *arg) {
  pthread_mutex_lock(&lock); // @SIGNAL
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&lock); // @SIGNAL
  return arg;
}
void *taker(void *arg) {
  pthread_mutex_lock(&lock); // @WAIT
  pthread_cond_wait(&cond, &lock);
  pthread_mutex_unlock(&lock); // @WAIT
  return arg;
}
int main(void) {
  both(giver, taker);
  return 0;
}

// As signalled_first, but it is written down that the signal came.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
int given;
void *giver(void *arg) {
  pthread_mutex_lock(&lock);
  given = 1;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&lock);
  return arg;
}
void *taker(void *arg) {
  pthread_mutex_lock(&lock);
  while (!given) pthread_cond_wait(&cond, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  both(giver, taker);
  return 0;
}

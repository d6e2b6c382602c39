// Whoever comes to start when it was stopped does not start.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int stopped;
void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  while (!stopped) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}
void *stopper(void *arg) {
  pthread_mutex_lock(&lock);
  stopped = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  both(worker, stopper);
  return 0;
}

// The one who stops comes before the one who starts: what is started then nobody stops.
// OMEN: incident deadlock * cause order STARTING STOPPING
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int running;
void *worker(void *arg) {
  pthread_mutex_lock(&lock); // @STARTING
  running = 1;
  while (running) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock); // @STARTING
  return arg;
}
void *stopper(void *arg) {
  pthread_mutex_lock(&lock); // @STOPPING
  running = 0;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock); // @STOPPING
  return arg;
}
int main(void) {
  both(worker, stopper);
  return 0;
}

// The same, told to stop under the lock.
// OMEN: none
// OMEN: levels O0 O2
#include "../../corpus/corpus.h"
#include <stdbool.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static volatile int stop, jobs;
static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!stop && !jobs)
      pthread_cond_wait(&more, &lock);
    bool over = !jobs;
    if (!over) jobs--;
    pthread_mutex_unlock(&lock);
    if (over) return arg;
  }
}
int main(void) {
  pthread_t t = start(worker, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    jobs++;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&more);
  }
  pthread_mutex_lock(&lock);
  stop = 1;
  pthread_mutex_unlock(&lock);
  pthread_cond_broadcast(&more);
  finish(t);
  return 0;
}

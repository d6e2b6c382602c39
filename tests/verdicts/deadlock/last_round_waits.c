// A worker takes jobs in a loop. Whoever tells it to stop does so without the lock: between its last look and its wait
// the wake-up is lost. The looks before that one, when there were jobs, do no harm.
// OMEN: verdict stop STOP LOOK class spec-violated consequence deadlock
// OMEN: levels O0 O2
#include "../../corpus/corpus.h"
#include <stdbool.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static volatile int stop, jobs;
static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!stop && !jobs) // @LOOK
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
  stop = 1; // @STOP
  pthread_cond_broadcast(&more);
  finish(t);
  return 0;
}

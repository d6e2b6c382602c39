// Asked too early, the worker locks what it holds already. Main does not wait for it, and ends well.
// OMEN: verdict ready SET ASK class spec-violated consequence deadlock
#include "../../corpus/corpus.h"
#include <sched.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int ready;
void *setter(void *p) {
  ready = 1; // @SET
  return p;
}
void *worker(void *p) {
  pthread_mutex_lock(&m);
  if (!ready) // @ASK
    pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  start(setter, NULL);
  start(worker, NULL);
  for (int i = 0; i < 100; i++) sched_yield();
  puts("main is done");
  return 0;
}

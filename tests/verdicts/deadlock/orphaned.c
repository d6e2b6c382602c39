// The worker gives its lock back only if it was told to; whoever wants it afterwards waits for a thread that has ended.
// Main does not.
// OMEN: verdict told SAY ASK class spec-violated consequence deadlock
#include "../../corpus/corpus.h"
#include <sched.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int told;
void *teller(void *p) {
  told = 1; // @SAY
  return p;
}
void *worker(void *p) {
  pthread_mutex_lock(&m);
  if (told) // @ASK
    pthread_mutex_unlock(&m);
  return p;
}
void *last(void *p) {
  pthread_join((pthread_t)p, NULL);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  start(teller, NULL);
  start(last, (void *)start(worker, NULL));
  for (int i = 0; i < 100; i++) sched_yield();
  puts("main is done");
  return 0;
}

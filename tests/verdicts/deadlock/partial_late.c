// A wait that nobody is left to end, in the last of three rounds alone; main goes on.
// OMEN: verdict turn ASK SAY class spec-violated consequence deadlock
#include "../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int turn[3];
void *asker(void *p) {
  for (int i = 0; i < 3; i++) {
    if (turn[i]) pthread_mutex_lock(&lock); // @ASK
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  return p;
}
void *sayer(void *p) {
  for (int i = 0; i < 3; i++) turn[i] = i == 2; // @SAY
  return p;
}
int main(void) {
  pthread_t s = start(asker, NULL), t = start(sayer, NULL);
  pthread_detach(s);
  finish(t);
  for (int i = 0; i < 200; i++) sched_yield();
  return 0;
}

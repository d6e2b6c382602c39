// A thread that sees the new owner too early locks its own mutex again.
// OMEN: verdict nested ASK SET class spec-violated consequence deadlock
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int nested;
void *locker(void *p) {
  pthread_mutex_lock(&m);
  if (nested) // @ASK
    pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return p;
}
void *setter(void *p) {
  nested = 1; // @SET
  return p;
}
int main(void) {
  both(locker, setter);
  return 0;
}

// The flag says in which order the two locks are to be taken; whoever reads it too early takes them in the
// order that can deadlock.
// OMEN: verdict reversed ASK SET class spec-violated consequence deadlock
#include "../../corpus/corpus.h"
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int reversed;
static void both_locks(pthread_mutex_t *x, pthread_mutex_t *y) {
  pthread_mutex_lock(x);
  pthread_mutex_lock(y);
  pthread_mutex_unlock(y);
  pthread_mutex_unlock(x);
}
void *one(void *p) {
  if (reversed) // @ASK
    both_locks(&b, &a);
  else
    both_locks(&a, &b);
  return p;
}
void *two(void *p) {
  reversed = 1; // @SET
  both_locks(&b, &a);
  return p;
}
int main(void) {
  both(one, two);
  return 0;
}

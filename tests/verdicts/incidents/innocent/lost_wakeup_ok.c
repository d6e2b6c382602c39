// Looked and waited under the lock under which it is set.
// OMEN: no-incident
// OMEN: verdict calls A B class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
volatile int calls;
int ready;
void *setter(void *arg) {
  calls++; // @A
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}
void *waiter(void *arg) {
  calls++; // @B
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  both(setter, waiter);
  return 0;
}

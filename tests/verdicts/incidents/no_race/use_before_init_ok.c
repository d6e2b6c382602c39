// The user waits until it is made.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t made = PTHREAD_COND_INITIALIZER;
int value = 7, got, *box;
void *maker(void *arg) {
  pthread_mutex_lock(&lock);
  box = &value;
  pthread_cond_signal(&made);
  pthread_mutex_unlock(&lock);
  return arg;
}
void *user(void *arg) {
  pthread_mutex_lock(&lock);
  while (!box) pthread_cond_wait(&made, &lock);
  got = *box;
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  both(maker, user);
  return 0;
}

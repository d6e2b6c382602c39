// All under the lock, and yet the user may come before the box is made.
// OMEN: incident crash USE cause order MAKING USING
// OMEN: none
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value = 7, got, *box;
void *maker(void *arg) {
  pthread_mutex_lock(&lock); // @MAKING
  box = &value;
  pthread_mutex_unlock(&lock); // @MAKING
  return arg;
}
void *user(void *arg) {
  pthread_mutex_lock(&lock);   // @USING
  got = *box;                  // @USE
  pthread_mutex_unlock(&lock); // @USING
  return arg;
}
int main(void) {
  both(maker, user);
  return 0;
}

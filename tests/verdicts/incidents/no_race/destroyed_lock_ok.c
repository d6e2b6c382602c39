// Destroyed when both have ended.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int used;
void *user(void *arg) {
  pthread_mutex_lock(&lock);
  used++;
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  both(user, user);
  pthread_mutex_destroy(&lock);
  return 0;
}

// The one who closes does not wait for the other, and destroys the lock that it still wants.
// OMEN: incident misuse USE cause order USE|USING DESTROY
// OMEN: maybe-incident misuse DESTROY cause order USE|USING DESTROY
// OMEN: none
// OMEN: levels O2
// OMEN: native-blind a destroyed mutex works as if it were not
#include "../../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int used;
void *user(void *arg) {
  pthread_mutex_lock(&lock);   // @USE
  used++;
  pthread_mutex_unlock(&lock); // @USING
  return arg;
}
void *closer(void *arg) {
  pthread_mutex_destroy(&lock); // @DESTROY
  return arg;
}
int main(void) {
  both(user, closer);
  return 0;
}

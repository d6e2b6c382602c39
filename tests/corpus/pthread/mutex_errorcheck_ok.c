// Error-checking mutex: locking twice says EDEADLK, unlocking what is not held says EPERM.
// OMEN: none
#include "../corpus.h"
int x;
pthread_mutex_t m;
void *holder(void *p) {
  MUST(pthread_mutex_lock(&m) == 0);
  MUST(pthread_mutex_lock(&m) == EDEADLK);
  x = 1;
  MUST(pthread_mutex_unlock(&m) == 0);
  return p;
}
void *intruder(void *p) {
  MUST(pthread_mutex_unlock(&m) == EPERM);
  MUST(pthread_mutex_lock(&m) == 0);
  x = 2;
  MUST(pthread_mutex_unlock(&m) == 0);
  return p;
}
int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  MUST(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK) == 0);
  MUST(pthread_mutex_init(&m, &attr) == 0);
  both(holder, intruder);
  return x == 0;
}

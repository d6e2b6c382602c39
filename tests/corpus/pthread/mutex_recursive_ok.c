// Recursive mutex: after the inner unlock the mutex is still held.
// OMEN: none
#include "../corpus.h"
int x;
pthread_mutex_t m;
void *nested(void *p) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return p;
}
void *simple(void *p) {
  pthread_mutex_lock(&m);
  x = 2;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  MUST(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE) == 0);
  MUST(pthread_mutex_init(&m, &attr) == 0);
  both(nested, simple);
  MUST(pthread_mutex_destroy(&m) == 0);
  return x == 0;
}

// Error-checking mutex: an unlock by a thread that does not hold it fails, and orders nothing.
// OMEN: race x A:w B:w
// OMEN: twin mutex_errorcheck_ok.c
#include "../corpus.h"
int x;
pthread_mutex_t m;
void *holder(void *p) {
  MUST(pthread_mutex_lock(&m) == 0);
  MUST(pthread_mutex_lock(&m) == EDEADLK);
  x = 1; // @A
  MUST(pthread_mutex_unlock(&m) == 0);
  return p;
}
void *intruder(void *p) {
  pthread_mutex_unlock(&m);
  x = 2; // @B
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

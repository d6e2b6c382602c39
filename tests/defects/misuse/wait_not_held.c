// A wait for a condition with a mutex that the thread does not hold.
// OMEN: defect unlock-not-held|thread-misuse
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *signaller(void *p) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_mutex_lock(&m);
  pthread_t t = start(signaller, NULL);
  if (bad) pthread_mutex_unlock(&m);
  pthread_cond_wait(&c, &m); // @BAD
  pthread_mutex_unlock(&m);
  finish(t);
  printf("%d\n", ready);
  return 0;
}

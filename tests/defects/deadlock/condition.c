// A wait for a condition whose signal came too early.
// OMEN: defect deadlock
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
  finish(start(signaller, NULL));
  pthread_mutex_lock(&m);
  if (bad) ready = 0;
  while (!ready) pthread_cond_wait(&c, &m); // @BAD
  pthread_mutex_unlock(&m);
  puts("done");
  return 0;
}

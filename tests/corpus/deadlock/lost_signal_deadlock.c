// The signal comes before the wait, and the waiter does not look at a flag first: it waits for ever.
// OMEN: deadlock 0:condition
// OMEN: twin ../pthread/cond_wait_ok.c
#include "../corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *signaller(void *p) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  finish(start(signaller, NULL));
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}

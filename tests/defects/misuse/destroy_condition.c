// A condition variable is destroyed while a thread waits for it.
// OMEN: defect destroy-in-use
// OMEN: end any
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, ready;
static void *waiter(void *p) {
  pthread_mutex_lock(&m);
  waiting = 1;
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t = start(waiter, NULL);
  for (int w = 0; !w;) {
    pthread_mutex_lock(&m);
    w = waiting;
    pthread_mutex_unlock(&m);
  }
  if (!bad) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    finish(t);
  }
  pthread_cond_destroy(&c); // @BAD
  puts("done");
  return 0;
}

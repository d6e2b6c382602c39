// The waiter holds another lock, which who would signal needs.
// OMEN: defect deadlock
#include "../defects.h"
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *waiter(void *p) {
  if (bad) pthread_mutex_lock(&outer);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m); // @BAD
  pthread_mutex_unlock(&m);
  if (bad) pthread_mutex_unlock(&outer);
  return p;
}
static void *signaller(void *p) {
  pthread_mutex_lock(&outer); // @BAD
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&outer);
  return p;
}
int main(void) {
  pthread_t t = start(waiter, NULL), u = start(signaller, NULL);
  finish(t);
  finish(u);
  puts("done");
  return 0;
}

// Opposite order, which is fine as long as a third lock is held around both.
// OMEN: defect potential-deadlock
#include "../defects.h"
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *worker(void *p) {
  int me = (int)(intptr_t)p;
  if (!bad) pthread_mutex_lock(&gate);
  pthread_mutex_lock(&lock[me]);
  pthread_mutex_lock(&lock[!me]); // @BAD
  pthread_mutex_unlock(&lock[!me]);
  pthread_mutex_unlock(&lock[me]);
  if (!bad) pthread_mutex_unlock(&gate);
  return NULL;
}
int main(void) {
  pthread_t t = start(worker, (void *)0), u = start(worker, (void *)1);
  finish(t);
  finish(u);
  puts("done");
  return 0;
}

// Opposite order by two threads, which is fine if the second starts when the first has ended.
// OMEN: defect potential-deadlock
#include "../defects.h"
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *worker(void *p) {
  int me = (int)(intptr_t)p;
  pthread_mutex_lock(&lock[me]);
  pthread_mutex_lock(&lock[!me]); // @BAD
  pthread_mutex_unlock(&lock[!me]);
  pthread_mutex_unlock(&lock[me]);
  return NULL;
}
int main(void) {
  pthread_t t = start(worker, (void *)0);
  if (!bad) finish(t);
  pthread_t u = start(worker, (void *)1);
  if (bad) finish(t);
  finish(u);
  puts("done");
  return 0;
}

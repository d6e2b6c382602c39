// main joins a thread while it holds the lock that the thread waits for.
// OMEN: defect deadlock
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  pthread_mutex_lock(&m); // @BAD
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_mutex_lock(&m);
  pthread_t t = start(worker, NULL);
  if (!bad) pthread_mutex_unlock(&m);
  MUST(pthread_join(t, NULL) == 0); // @BAD
  if (bad) pthread_mutex_unlock(&m);
  puts("done");
  return 0;
}

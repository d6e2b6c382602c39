// A worker takes a lock twice, while main goes on and ends.
// OMEN: defect deadlock
// OMEN: end exit 0
#include "../defects.h"
#include <sched.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  pthread_mutex_lock(&m);
  if (!bad) pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m); // @BAD
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t = start(worker, NULL);
  for (int i = 0; i < 10; i++) sched_yield();
  if (!bad) finish(t);
  puts("main is done");
  return 0;
}

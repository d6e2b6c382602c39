// A thread unlocks what main has locked.
// OMEN: defect unlock-not-held
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  if (bad) pthread_mutex_unlock(&m); // @BAD
  return p;
}
int main(void) {
  pthread_mutex_lock(&m);
  finish(start(worker, NULL));
  if (!bad) pthread_mutex_unlock(&m);
  puts("done");
  return 0;
}

// A thread takes a lock that it has.
// OMEN: defect deadlock
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
NOINLINE void add(void) {
  pthread_mutex_lock(&m); // @BAD
  n++;
  pthread_mutex_unlock(&m);
}
int main(void) {
  pthread_mutex_lock(&m);
  if (!bad) pthread_mutex_unlock(&m);
  add();
  if (bad) pthread_mutex_unlock(&m);
  printf("%d\n", n);
  return 0;
}

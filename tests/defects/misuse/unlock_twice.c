// A mutex is unlocked once too often.
// OMEN: defect unlock-not-held
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
NOINLINE int work(int fails) {
  pthread_mutex_lock(&m);
  n++;
  if (fails && bad) pthread_mutex_unlock(&m);
  return pthread_mutex_unlock(&m); // @BAD
}
int main(void) {
  work(0);
  work(1);
  printf("%d\n", n);
  return 0;
}

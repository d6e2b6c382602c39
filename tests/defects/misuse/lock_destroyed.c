// A mutex is locked after it was destroyed.
// OMEN: defect use-after-destroy
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
  if (!bad) pthread_mutex_init(&m, NULL);
  int e = pthread_mutex_lock(&m); // @BAD
  printf("%d\n", e == 0 || bad);
  return 0;
}

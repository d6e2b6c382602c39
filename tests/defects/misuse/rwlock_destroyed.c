// A rwlock is read-locked after it was destroyed.
// OMEN: defect use-after-destroy
#include "../defects.h"
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static void *reader(void *p) {
  int e = pthread_rwlock_rdlock(&rw); // @BAD
  printf("%d\n", e == 0 || bad);
  return p;
}
int main(void) {
  pthread_rwlock_wrlock(&rw);
  pthread_rwlock_unlock(&rw);
  if (bad) pthread_rwlock_destroy(&rw);
  finish(start(reader, NULL));
  return 0;
}

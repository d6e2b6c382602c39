// A rwlock is unlocked that the thread does not hold.
// OMEN: defect unlock-not-held
#include "../defects.h"
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  if (!bad) pthread_rwlock_rdlock(&rw);
  pthread_rwlock_unlock(&rw); // @BAD
  puts("done");
  return 0;
}

// A mutex is unlocked that nobody holds.
// OMEN: defect unlock-not-held
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  if (!bad) pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m); // @BAD
  puts("done");
  return 0;
}

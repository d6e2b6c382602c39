// A mutex is destroyed twice.
// OMEN: defect use-after-destroy
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  if (bad) pthread_mutex_destroy(&m);
  pthread_mutex_destroy(&m); // @BAD
  puts("done");
  return 0;
}

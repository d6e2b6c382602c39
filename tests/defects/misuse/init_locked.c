// A mutex is initialised anew while it is held.
// OMEN: defect thread-misuse|destroy-in-use
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&m);
  if (!bad) pthread_mutex_unlock(&m);
  pthread_mutex_init(&m, NULL); // @BAD
  puts("done");
  return 0;
}

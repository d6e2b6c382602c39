// A mutex is destroyed that is held.
// OMEN: defect destroy-in-use
#include "../defects.h"
int main(void) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, NULL);
  pthread_mutex_lock(&m);
  if (!bad) pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m); // @BAD
  puts("done");
  return 0;
}

// A recursive mutex is unlocked more often than it was locked.
// OMEN: defect unlock-not-held
#include "../defects.h"
int main(void) {
  pthread_mutexattr_t how;
  pthread_mutex_t m;
  pthread_mutexattr_init(&how);
  pthread_mutexattr_settype(&how, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &how);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  for (int i = 0; i < 2 + bad; i++) pthread_mutex_unlock(&m); // @BAD
  pthread_mutex_destroy(&m);
  puts("done");
  return 0;
}

/* predicted: race value
 * twin (-DGUARDED): the owner count is read under the lock, and decides */
#include "threads.h"
static pthread_mutex_t l;
int value, n, ready, copy;
static int twice(int set) {
  pthread_mutex_lock(&l);
  pthread_mutex_lock(&l);
  n++;
  int was = ready;
  ready |= set;
  pthread_mutex_unlock(&l);
  pthread_mutex_unlock(&l);
  return was;
}
static void *one(void *u) {
  value = 3;
  twice(1);
  return u;
}
static void *two(void *u) {
  int go = twice(0);
#ifdef GUARDED
  if (!go) return u;
#endif
  (void)go;
  copy = value;
  return u;
}
int main(void) {
  pthread_mutexattr_t how;
  pthread_mutexattr_init(&how);
  pthread_mutexattr_settype(&how, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&l, &how);
  RUN(one, two);
  return 0;
}

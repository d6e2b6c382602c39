/* predicted: deadlock
 * twin (-DGUARDED): the third takes its locks in order */
#include "threads.h"
static pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int n;
static void both(int x, int y) {
  pthread_mutex_lock(&m[x]);
  pthread_mutex_lock(&m[y]);
  n++;
  pthread_mutex_unlock(&m[y]);
  pthread_mutex_unlock(&m[x]);
}
static void *one(void *u) {
  both(0, 1);
  return u;
}
static void *two(void *u) {
  both(1, 2);
  return u;
}
static void *three(void *u) {
#ifdef GUARDED
  both(0, 2);
#else
  both(2, 0);
#endif
  return u;
}
int main(void) {
  RUN(one, two, three);
  return 0;
}

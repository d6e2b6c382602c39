/* predicted: race value
 * twin (-DGUARDED): what is read under the lock decides whether to go on */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int value, n, copy, kind;
static void *one(void *u) {
  value = 1;
  pthread_mutex_lock(&l);
  n = 1;
  pthread_mutex_unlock(&l);
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&l);
  int was = n;
  pthread_mutex_unlock(&l);
#ifdef GUARDED
  if (!was) return u;
#endif
  kind = was ? 2 : 3; /* another value is read in another order, and the access comes all the same */
  copy = value;
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}

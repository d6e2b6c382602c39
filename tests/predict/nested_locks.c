/* predicted: race value
 * twin (-DGUARDED): the flag under the inner lock decides */
#include "threads.h"
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
int value, n, ready, copy;
static int both(int set) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  n++;
  int was = ready;
  ready |= set;
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return was;
}
static void *one(void *u) {
  value = 1;
  both(1);
  return u;
}
static void *two(void *u) {
  int go = both(0);
#ifdef GUARDED
  if (!go) return u;
#endif
  (void)go;
  copy = value;
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}

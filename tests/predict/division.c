/* predicted: undefined divisor
 * twin (-DGUARDED): a divisor of 0 is looked for under the lock */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int divisor, n, ready, copy;
static int visit(int set) {
  pthread_mutex_lock(&l);
  n++;
  int was = ready;
  ready |= set;
  pthread_mutex_unlock(&l);
  return was;
}
static void *one(void *u) {
  divisor = 3;
  visit(1);
  return u;
}
static void *two(void *u) {
  int go = visit(0);
#ifdef GUARDED
  if (!go) return u;
#endif
  (void)go;
  volatile int d = divisor;
  copy = 12 / d;
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}

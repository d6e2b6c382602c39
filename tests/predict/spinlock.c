/* predicted: race value
 * twin (-DGUARDED): the flag under the lock decides */
#include "threads.h"
static pthread_spinlock_t l;
int value, n, ready, copy;
static int visit(int set) {
  pthread_spin_lock(&l);
  n++;
  int was = ready;
  ready |= set;
  pthread_spin_unlock(&l);
  return was;
}
static void *one(void *u) {
  value = 3;
  visit(1);
  return u;
}
static void *two(void *u) {
  int go = visit(0);
#ifdef GUARDED
  if (!go) return u;
#endif
  (void)go;
  copy = value;
  return u;
}
int main(void) {
  pthread_spin_init(&l, 0);
  RUN(one, two);
  return 0;
}

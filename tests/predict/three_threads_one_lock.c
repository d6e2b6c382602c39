/* predicted: race value
 * twin (-DGUARDED): all three wait for the first */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int value, n, ready, sum;
static int visit(int set) {
  pthread_mutex_lock(&l);
  n++;
  int was = ready;
  ready |= set;
  pthread_mutex_unlock(&l);
  return was;
}
static void *one(void *u) {
  value = 1;
  visit(1);
  return u;
}
static void *idle(void *u) {
  visit(0);
  return u;
}
static void *two(void *u) {
  int go = visit(0);
#ifdef GUARDED
  if (!go) return u;
#endif
  (void)go;
  sum += value;
  return u;
}
int main(void) {
  RUN(one, idle, idle, two);
  return 0;
}

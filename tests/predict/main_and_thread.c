/* predicted: race value
 * twin (-DGUARDED): main joins first */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int value, n, copy;
static void visit(void) {
  pthread_mutex_lock(&l);
  n++;
  pthread_mutex_unlock(&l);
}
static void *one(void *u) {
  visit();
  copy = value;
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, one, NULL);
#ifdef GUARDED
  pthread_join(t, NULL);
#endif
  value = 1;
  visit();
#ifndef GUARDED
  pthread_join(t, NULL);
#endif
  return 0;
}

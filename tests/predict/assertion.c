/* predicted: assertion limit
 * twin (-DGUARDED): the limit is set before the threads are made */
#include "threads.h"
#include <assert.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int limit, used;
static void use(int k) {
  pthread_mutex_lock(&l);
  used += k;
  pthread_mutex_unlock(&l);
}
static void *one(void *u) {
#ifndef GUARDED
  limit = 10;
#endif
  use(1);
  return u;
}
static void *two(void *u) {
  use(2);
  assert(limit == 10);
  return u;
}
int main(void) {
#ifdef GUARDED
  limit = 10;
#endif
  RUN(one, two);
  return 0;
}

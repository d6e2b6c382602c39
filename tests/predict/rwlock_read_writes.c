/* predicted: race hits
 * twin (-DGUARDED): readers count with an atomic */
#include "threads.h"
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#ifdef GUARDED
_Atomic int hits;
#else
int hits;
#endif
int table = 4, visits, sum;
static void visit(void) {
  pthread_mutex_lock(&m);
  visits++;
  pthread_mutex_unlock(&m);
}
static int look(void) {
  pthread_rwlock_rdlock(&l);
  hits++;
  int v = table;
  pthread_rwlock_unlock(&l);
  return v;
}
static void *one(void *u) {
  look();
  visit();
  return u;
}
static void *two(void *u) {
  visit();
  look();
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}

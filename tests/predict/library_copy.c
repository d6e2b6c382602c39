/* predicted: race text
 * twin (-DGUARDED): the copy is made under the lock */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
char text[32], copy[32];
int n;
static void visit(void) {
  pthread_mutex_lock(&l);
  n++;
  pthread_mutex_unlock(&l);
}
static void *one(void *u) {
#ifdef GUARDED
  pthread_mutex_lock(&l);
#endif
  memcpy(text, "some words", 11);
#ifdef GUARDED
  pthread_mutex_unlock(&l);
#endif
  visit();
  return u;
}
static void *two(void *u) {
  visit();
#ifdef GUARDED
  pthread_mutex_lock(&l);
#endif
  memcpy(copy, text, 11);
#ifdef GUARDED
  pthread_mutex_unlock(&l);
#endif
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}

/* predicted: race value
 * twin (-DGUARDED): the condition is about the first thread alone */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int value, any, first, copy;
static void tell(int *flag) {
  pthread_mutex_lock(&l);
  any = 1;
  *flag = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&l);
}
static void *one(void *u) {
  value = 3;
  tell(&first);
  return u;
}
static void *other(void *u) {
  tell(&any);
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&l);
#ifdef GUARDED
  while (!first) pthread_cond_wait(&c, &l);
#else
  while (!any) pthread_cond_wait(&c, &l);
#endif
  pthread_mutex_unlock(&l);
  copy = value;
  return u;
}
int main(void) {
  RUN(one, other, two);
  return 0;
}

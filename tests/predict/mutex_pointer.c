/* predicted: crash object
 * twin (-DGUARDED): the flag is looked at under the lock */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int storage = 7, *object, sum, ready;
static void *one(void *u) {
  object = &storage;
  pthread_mutex_lock(&l);
  sum += 1;
  ready = 1;
  pthread_mutex_unlock(&l);
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&l);
  sum += 2;
  int go = ready;
  pthread_mutex_unlock(&l);
#ifdef GUARDED
  if (!go) return u;
#endif
  (void)go;
  printf("%d\n", *object);
  return u;
}
int main(void) {
  RUN(one, two);
  return sum != 3;
}

/* predicted: race value
 * twin (-DGUARDED): the one that does not get the lock does not read */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int value, n, ready, copy;
static void *one(void *u) {
  value = 3;
  if (!pthread_mutex_trylock(&l)) {
    n++;
    ready = 1;
    pthread_mutex_unlock(&l);
  }
  return u;
}
static void *two(void *u) {
  int go = 0;
  if (!pthread_mutex_trylock(&l)) {
    n++;
    go = ready;
    pthread_mutex_unlock(&l);
  }
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

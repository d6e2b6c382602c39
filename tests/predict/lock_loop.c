/* predicted: race value
 * twin (-DGUARDED): only the last round reads, after the flag */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int value, sum, ready, copy;
static void *one(void *u) {
  value = 9;
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&l);
    sum++;
    ready = 1;
    pthread_mutex_unlock(&l);
  }
  return u;
}
static void *two(void *u) {
  int go = 1;
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&l);
    sum++;
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

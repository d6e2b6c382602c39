// Program P1 of the SHB paper with its two statements under one lock.
// OMEN: none
#include "../corpus.h"
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t1(void *p) {
  pthread_mutex_lock(&m);
  y = x + 5;
  pthread_mutex_unlock(&m);
  return p;
}
void *t2(void *p) {
  pthread_mutex_lock(&m);
  if (y == 5) x = 10;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  both(t1, t2);
  return 0;
}

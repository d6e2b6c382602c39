// Two mutexes, two variables, each with its own.
// OMEN: none
#include "../corpus.h"
int x, y;
pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
void *first(void *p) {
  pthread_mutex_lock(&m1);
  x = 1;
  pthread_mutex_unlock(&m1);
  return p;
}
void *second(void *p) {
  pthread_mutex_lock(&m2);
  y = 2;
  pthread_mutex_unlock(&m2);
  return p;
}
int main(void) {
  both(first, second);
  return x + y == 0;
}

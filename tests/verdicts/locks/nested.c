// Two locks, one inside the other; each has its own data.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *one(void *p) {
  pthread_mutex_lock(&outer);
  x++;
  pthread_mutex_lock(&inner);
  y++;
  pthread_mutex_unlock(&inner);
  x++;
  pthread_mutex_unlock(&outer);
  return p;
}
void *two(void *p) {
  pthread_mutex_lock(&inner);
  y += 10;
  pthread_mutex_unlock(&inner);
  pthread_mutex_lock(&outer);
  x += 10;
  pthread_mutex_unlock(&outer);
  return p;
}
int main(void) {
  both(one, two);
  printf("%d %d\n", x, y);
  return 0;
}

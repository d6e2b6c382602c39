// Many turns each.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *add(void *p) {
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&m);
    x++;
    y += x;
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  both(add, add);
  printf("%d\n", x + y);
  return 0;
}

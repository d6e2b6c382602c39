// Where the order is flipped, the buffer is made smaller; only a thread that is stopped between looking at the length
// and using it writes behind the end, for which the two accesses need not be near.
// OMEN: verdict wanted ASK ORDER class spec-violated consequence overflow
#include "../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int wanted;
int *buffer, length = 8;
void *shrinker(void *p) {
  if (wanted) { // @ASK
    pthread_mutex_lock(&lock);
    length = 2;
    buffer = realloc(buffer, 2 * sizeof *buffer);
    pthread_mutex_unlock(&lock);
  }
  return p;
}
void *order(void *p) {
  wanted = 1; // @ORDER
  return p;
}
void *filler(void *p) {
  pthread_mutex_lock(&lock);
  int n = length;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  buffer[n - 1] = 7;
  pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  buffer = calloc(8, sizeof *buffer);
  pthread_t t[3] = {start(shrinker, NULL), start(order, NULL), start(filler, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  free(buffer);
  return 0;
}

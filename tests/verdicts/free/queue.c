// Two producers fill a queue under a lock; the consumer prints it as it came.
// OMEN: verdict made A A class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int queue[8], filled, made;
void *producer(void *p) {
  for (int i = 0; i < 2; i++) {
    made++; // @A
    pthread_mutex_lock(&m);
    queue[filled++] = *(int *)p * 10 + i;
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  int one = 1, two = 2;
  pthread_t a = start(producer, &one), b = start(producer, &two);
  finish(a);
  finish(b);
  for (int i = 0; i < filled; i++) printf("%d\n", queue[i]);
  return 0;
}

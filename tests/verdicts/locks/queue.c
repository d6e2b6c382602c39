// Producer and consumer with a condition variable.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t some = PTHREAD_COND_INITIALIZER;
int item[8], n, taken, sum;
void *producer(void *p) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&m);
    item[n++] = i;
    pthread_cond_signal(&some);
    pthread_mutex_unlock(&m);
  }
  return p;
}
void *consumer(void *p) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&m);
    while (taken == n) pthread_cond_wait(&some, &m);
    sum += item[taken++];
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  both(producer, consumer);
  printf("%d\n", sum);
  return 0;
}

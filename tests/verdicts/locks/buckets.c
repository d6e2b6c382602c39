// A lock a bucket.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
pthread_mutex_t lock[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                           PTHREAD_MUTEX_INITIALIZER};
int bucket[4];
void *worker(void *p) {
  for (int i = 0; i < 8; i++) {
    int b = (i * 3) % 4;
    pthread_mutex_lock(&lock[b]);
    bucket[b] += i;
    pthread_mutex_unlock(&lock[b]);
  }
  return p;
}
int main(void) {
  both(worker, worker);
  printf("%d %d %d %d\n", bucket[0], bucket[1], bucket[2], bucket[3]);
  return 0;
}

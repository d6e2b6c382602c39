// Gone when the consumer has ended.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
struct queue {
  pthread_mutex_t lock;
  volatile int empty, taken;
};
void *consumer(void *arg) {
  struct queue *q = arg;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&q->lock);
    q->taken++;
    pthread_mutex_unlock(&q->lock);
    if (q->empty) break;
  }
  return NULL;
}
int main(void) {
  struct queue *q = calloc(1, sizeof *q);
  pthread_mutex_init(&q->lock, NULL);
  pthread_t a = start(consumer, q);
  finish(a);
  pthread_mutex_destroy(&q->lock);
  free(q);
  return 0;
}

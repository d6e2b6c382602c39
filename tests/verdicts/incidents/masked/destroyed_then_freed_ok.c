// Closed when the user has ended.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
struct queue {
  pthread_mutex_t lock;
  volatile int empty;
};
struct queue *queue;
void *user(void *arg) {
  struct queue *q = arg;
  pthread_mutex_lock(&q->lock);
  pthread_mutex_unlock(&q->lock);
  return q->empty ? arg : NULL;
}
int main(void) {
  queue = calloc(1, sizeof *queue);
  pthread_mutex_init(&queue->lock, NULL);
  pthread_t a = start(user, queue), b = start(user, queue);
  finish(a);
  finish(b);
  pthread_mutex_destroy(&queue->lock);
  free(queue);
  return 0;
}

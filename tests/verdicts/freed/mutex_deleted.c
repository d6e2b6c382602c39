// pbzip2 0.9.4: main deletes the queue with its mutex while the consumer, which is done for all that main can see, has yet to
// unlock it. The flipped order cannot be had: while the consumer stands before the unlock, main frees the mutex that it holds.
// OMEN: verdict mut UNLOCK NULLED class spec-violated consequence misuse
#include "../../corpus/corpus.h"
struct queue {
  pthread_mutex_t *mut;
  int done;
};
struct queue *fifo;
void *consumer(void *p) {
  pthread_mutex_lock(fifo->mut); // @LOCK
  __atomic_store_n(&fifo->done, 1, __ATOMIC_RELEASE);
  pthread_mutex_unlock(fifo->mut); // @UNLOCK
  return p;
}
int main(void) {
  pthread_t t;
  fifo = calloc(1, sizeof *fifo);
  fifo->mut = malloc(sizeof *fifo->mut);
  pthread_mutex_init(fifo->mut, NULL);
  pthread_create(&t, NULL, consumer, NULL);
  while (!__atomic_load_n(&fifo->done, __ATOMIC_ACQUIRE)) sched_yield();
  free(fifo->mut);
  fifo->mut = NULL; // @NULLED
  pthread_join(t, NULL);
  return 0;
}

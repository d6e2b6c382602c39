// pbzip2's shape: main destroys the lock and frees the queue while the consumer still works. In nearly all runs the consumer
// stops at the destroyed lock; the read of `empty` behind its last unlock is another fault, of the free.
// OMEN: incident misuse * cause order * *
// OMEN: or cause race * * *
// OMEN: incident use-after-free READ cause race * READ FREE
// OMEN: maybe-incident use-after-free * cause race * * FREE
// OMEN: or cause order * *
// OMEN: maybe-incident deadlock * cause order * *
// OMEN: verdict * READ FREE class spec-violated consequence use-after-free
// OMEN: maybe * * FREE class spec-violated consequence use-after-free
// OMEN: maybe * * FREE class spec-violated consequence misuse
// OMEN: levels O2
// OMEN: native-blind a destroyed mutex works as if it were not
#include "../../../corpus/corpus.h"
struct queue {
  pthread_mutex_t lock;
  volatile int empty, taken;
};
volatile int spare;
void *consumer(void *arg) {
  struct queue *q = arg;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&q->lock);
    q->taken++;
    pthread_mutex_unlock(&q->lock);
    spare = i;
    if (q->empty) break; // @READ
  }
  return NULL;
}
int main(void) {
  struct queue *q = calloc(1, sizeof *q);
  pthread_mutex_init(&q->lock, NULL);
  pthread_t a = start(consumer, q);
  struct timespec t = {0, 1000000};
  nanosleep(&t, NULL);
  pthread_mutex_destroy(&q->lock); // @DESTROY
  free(q);                         // @FREE
  finish(a);
  return 0;
}

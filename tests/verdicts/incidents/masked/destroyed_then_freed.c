// The closer destroys the lock and frees the queue. A user that comes late stops at the destroyed lock in most runs; one that
// has just unlocked reads freed memory, and that is another fault.
// OMEN: incident misuse LOCK cause order LOCK|UNLOCK DESTROY
// OMEN: or cause race * LOCK DESTROY|FREE
// OMEN: incident use-after-free READ cause race * READ FREE
// OMEN: maybe-incident misuse DESTROY cause order LOCK|UNLOCK DESTROY
// OMEN: or cause race * * *
// OMEN: maybe-incident use-after-free LOCK|UNLOCK cause race * * FREE
// OMEN: or cause order LOCK|UNLOCK DESTROY|FREE
// OMEN: maybe-incident misuse UNLOCK cause order LOCK|UNLOCK DESTROY
// OMEN: verdict * READ FREE class spec-violated consequence use-after-free
// OMEN: maybe * READ FREE class spec-violated consequence misuse
// OMEN: maybe * LOCK FREE class spec-violated consequence use-after-free
// OMEN: levels O2
// OMEN: native-blind a destroyed mutex works as if it were not
#include "../../../corpus/corpus.h"
struct queue {
  pthread_mutex_t lock;
  volatile int empty;
};
struct queue *queue;
void *user(void *arg) {
  struct queue *q = arg;
  pthread_mutex_lock(&q->lock);   // @LOCK
  pthread_mutex_unlock(&q->lock); // @UNLOCK
  return q->empty ? arg : NULL;   // @READ
}
void *closer(void *arg) {
  struct queue *q = arg;
  pthread_mutex_destroy(&q->lock); // @DESTROY
  free(q);                         // @FREE
  return NULL;
}
int main(void) {
  queue = calloc(1, sizeof *queue);
  pthread_mutex_init(&queue->lock, NULL);
  pthread_t a = start(user, queue), b = start(closer, queue);
  finish(a);
  finish(b);
  return 0;
}

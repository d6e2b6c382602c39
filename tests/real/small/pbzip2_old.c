/* The bug of pbzip2 0.9.4, as Portend and others describe it: main waits for the writer of the output and then deletes the
 * queue with its mutex, but not for the consumers, of which one may still be on its way to that mutex.
 * The papers' verdict is a crash. */
// OMEN: levels O2
// OMEN: verdict mut AGAIN NULLED class spec-violated consequence crash
#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t *mut;
  int blocks, done;
};
static struct queue *fifo;
static pthread_mutex_t out_mut = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t out_cond = PTHREAD_COND_INITIALIZER;
static int written;

static void *consumer(void *arg) {
  struct queue *q = arg;
  for (;;) {
    pthread_mutex_t *mut = q->mut; // @AGAIN
    pthread_mutex_lock(mut);
    int block = q->blocks ? q->blocks-- : 0;
    pthread_mutex_unlock(mut);
    if (!block) return NULL;
    pthread_mutex_lock(&out_mut); /* the block is compressed: the writer can have it */
    written++;
    pthread_cond_signal(&out_cond);
    pthread_mutex_unlock(&out_mut);
  }
}

static void *writer(void *arg) {
  pthread_mutex_lock(&out_mut);
  while (written < 2) pthread_cond_wait(&out_cond, &out_mut);
  pthread_mutex_unlock(&out_mut);
  return arg;
}

static void queue_delete(struct queue *q) {
  pthread_mutex_destroy(q->mut);
  free(q->mut);
  q->mut = NULL; // @NULLED
}

int main(void) {
  pthread_t con, out;
  fifo = calloc(1, sizeof *fifo);
  fifo->mut = malloc(sizeof *fifo->mut);
  pthread_mutex_init(fifo->mut, NULL);
  fifo->blocks = 2;
  pthread_create(&con, NULL, consumer, fifo);
  pthread_create(&out, NULL, writer, NULL);
  pthread_join(out, NULL);
  queue_delete(fifo);
  return 0;
}

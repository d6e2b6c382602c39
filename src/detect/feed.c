/* Reading ahead: see feed.h. A ring of blocks between two threads; `lock` guards head, tail, ended and stop.
 */
#include "detect/feed.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RING = 4 };
struct omen_feed {
  struct omen_source *src;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t moved;
  struct omen_feed_block *ring[RING];
  unsigned head, tail; /* blocks filled, blocks used; head - tail <= RING */
  bool running, ended, failed, stop;
  struct omen_err err;
  double seconds;
  bool given; /* the block at the tail is the caller's */
};

struct omen_feed *omen_feed_new(struct omen_source *src) {
  struct omen_feed *f = omen_xcalloc(1, sizeof *f);
  f->src = src;
  pthread_mutex_init(&f->lock, NULL);
  pthread_cond_init(&f->moved, NULL);
  return f;
}

void omen_feed_free(struct omen_feed *f) {
  if (!f) return;
  omen_feed_stop(f);
  for (int i = 0; i < RING; i++) free(f->ring[i]);
  pthread_mutex_destroy(&f->lock);
  pthread_cond_destroy(&f->moved);
  free(f);
}

static int read_block(struct omen_feed *f, struct omen_feed_block *b, struct omen_err *err) {
  b->n = 0;
  while (b->n < OMEN_FEED_BLOCK) {
    long n = omen_source_read(f->src, b->ev + b->n, OMEN_FEED_BLOCK - b->n, err);
    if (n < 0) return -1;
    if (!n) break;
    b->n += (size_t)n;
  }
  b->threads = omen_source_count(f->src, OMEN_SPACE_THREAD);
  b->syncs = omen_source_count(f->src, OMEN_SPACE_SYNC);
  b->vars = omen_source_count(f->src, OMEN_SPACE_VAR);
  b->bytes = f->src->bytes;
  return 0;
}

static void *reader(void *arg) {
  struct omen_feed *f = arg;
  struct omen_err err;
  pthread_mutex_lock(&f->lock);
  for (;;) {
    while (f->head - f->tail == RING && !f->stop) pthread_cond_wait(&f->moved, &f->lock);
    if (f->stop) break;
    struct omen_feed_block **slot = &f->ring[f->head % RING];
    pthread_mutex_unlock(&f->lock);
    if (!*slot) *slot = omen_xmalloc(sizeof **slot);
    int bad = read_block(f, *slot, &err);
    pthread_mutex_lock(&f->lock);
    if (bad) {
      f->failed = true;
      f->err = err;
    } else if ((*slot)->n) {
      f->head++;
    }
    if (bad || !(*slot)->n) break;
    pthread_cond_signal(&f->moved);
  }
  f->ended = true;
  struct timespec ts;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
  f->seconds += (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
  pthread_cond_signal(&f->moved);
  pthread_mutex_unlock(&f->lock);
  return NULL;
}

void omen_feed_stop(struct omen_feed *f) {
  if (!f->running) return;
  pthread_mutex_lock(&f->lock);
  f->stop = true;
  pthread_cond_signal(&f->moved);
  pthread_mutex_unlock(&f->lock);
  pthread_join(f->thread, NULL);
  f->running = false;
}

int omen_feed_start(struct omen_feed *f, struct omen_err *err) {
  omen_feed_stop(f);
  if (omen_source_rewind(f->src, err)) return -1;
  f->head = f->tail = 0;
  f->ended = f->failed = f->stop = false;
  f->given = false;
  if (pthread_create(&f->thread, NULL, reader, f))
    return omen_fail(err, "cannot start a thread to read the trace");
  f->running = true;
  return 0;
}

const struct omen_feed_block *omen_feed_next(struct omen_feed *f, bool *bad, struct omen_err *err) {
  *bad = false;
  pthread_mutex_lock(&f->lock);
  if (f->given) { /* the reader may fill it again */
    f->tail++;
    pthread_cond_signal(&f->moved);
  }
  while (f->head == f->tail && !f->ended) pthread_cond_wait(&f->moved, &f->lock);
  f->given = f->head != f->tail;
  const struct omen_feed_block *b = f->given ? f->ring[f->tail % RING] : NULL;
  pthread_mutex_unlock(&f->lock);
  if (b) return b;
  omen_feed_stop(f);
  if (f->failed) {
    *bad = true;
    omen_fail(err, "%s", f->err.msg);
  }
  return NULL;
}

double omen_feed_seconds(const struct omen_feed *f) { return f->seconds; }

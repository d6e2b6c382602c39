// SCAN: race n
#include "scan.h"
static struct queue {
  pthread_mutex_t lock;
  int *items, n;
} *q;
static void *first(void *arg) {
  pthread_mutex_lock(&q->lock);
  q->items[q->n++] = 1;
  pthread_mutex_unlock(&q->lock);
  return arg;
}
static void *second(void *arg) {
  if (q->n) puts("full");
  return arg;
}
int main(void) {
  q = malloc(sizeof *q);
  q->n = 0;
  q->items = calloc(10, sizeof *q->items);
  pthread_mutex_init(&q->lock, NULL);
  return two_threads(first, second);
}

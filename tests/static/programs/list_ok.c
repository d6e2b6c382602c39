// SCAN: false 2 the block is published under the lock
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node {
  struct node *next;
  int v;
} *head;
static void *first(void *arg) {
  struct node *n = malloc(sizeof *n);
  n->v = 1;
  pthread_mutex_lock(&m);
  n->next = head;
  head = n;
  pthread_mutex_unlock(&m);
  return arg;
}
static void *second(void *arg) {
  pthread_mutex_lock(&m);
  for (struct node *n = head; n; n = n->next) n->v++;
  pthread_mutex_unlock(&m);
  return arg;
}
TWO_THREADS(first, second)

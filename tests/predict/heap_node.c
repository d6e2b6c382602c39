/* predicted: crash
 * twin (-DGUARDED): the list is walked under the lock */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
struct node {
  struct node *next;
  int v;
} *head;
int n, copy;
static void visit(void) {
  pthread_mutex_lock(&l);
  n++;
  pthread_mutex_unlock(&l);
}
static void *one(void *u) {
  struct node *x = calloc(1, sizeof *x);
  x->v = 4;
#ifdef GUARDED
  pthread_mutex_lock(&l);
  head->next = x;
  pthread_mutex_unlock(&l);
#else
  head->next = x;
#endif
  visit();
  return u;
}
static void *two(void *u) {
  visit();
#ifdef GUARDED
  pthread_mutex_lock(&l);
  if (head->next) copy = head->next->v;
  pthread_mutex_unlock(&l);
#else
  copy = head->next->v;
#endif
  return u;
}
int main(void) {
  head = calloc(1, sizeof *head);
  RUN(one, two);
  return 0;
}

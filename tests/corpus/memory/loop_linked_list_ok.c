// A walk over a linked list under the lock that its writer takes.
// OMEN: none
#include "../corpus.h"
struct node {
  int value;
  struct node *next;
} node[5];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
NOINLINE long walk(struct node *n) {
  long sum = 0;
  for (; n; n = n->next)
    sum += n->value;
  return sum;
}
void *first(void *p) {
  pthread_mutex_lock(&m);
  long sum = walk(node);
  pthread_mutex_unlock(&m);
  return (void *)sum;
}
void *second(void *p) {
  pthread_mutex_lock(&m);
  node[4].value = 7;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  for (int i = 0; i < 4; i++) node[i].next = &node[i + 1];
  both(first, second);
  return 0;
}

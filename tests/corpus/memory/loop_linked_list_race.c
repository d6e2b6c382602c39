// A walk over a linked list while its last node is written.
// OMEN: race * A:r B:w
// OMEN: twin loop_linked_list_ok.c
#include "../corpus.h"
struct node {
  int value;
  struct node *next;
} node[5];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
NOINLINE long walk(struct node *n) {
  long sum = 0;
  for (; n; n = n->next)
    sum += n->value; // @A
  return sum;
}
void *first(void *p) {
  long sum = walk(node);
  return (void *)sum;
}
void *second(void *p) {
  node[4].value = 7; // @B
  return p;
}
int main(void) {
  for (int i = 0; i < 4; i++) node[i].next = &node[i + 1];
  both(first, second);
  return 0;
}

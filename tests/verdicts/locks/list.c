// A list with its lock in a block of the heap.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
struct node {
  struct node *next;
  int value;
};
struct list {
  pthread_mutex_t lock;
  struct node *head;
  int n;
};
static void push(struct list *l, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  pthread_mutex_lock(&l->lock);
  n->next = l->head;
  l->head = n;
  l->n++;
  pthread_mutex_unlock(&l->lock);
}
struct list *list;
void *one(void *p) {
  for (int i = 0; i < 3; i++) push(list, i);
  return p;
}
void *two(void *p) {
  for (int i = 10; i < 13; i++) push(list, i);
  return p;
}
int main(void) {
  list = calloc(1, sizeof *list);
  pthread_mutex_init(&list->lock, NULL);
  both(one, two);
  int sum = 0;
  for (struct node *n = list->head; n; n = n->next) sum += n->value;
  printf("%d %d\n", list->n, sum);
  return 0;
}

// A list is freed with `n = n->next` after the free of n.
// OMEN: defect use-after-free read heap
#include "../defects.h"
struct node {
  struct node *next;
  int v;
};
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 2; i++) {
    struct node *n = malloc(sizeof *n);
    *n = (struct node){list, i};
    list = n;
  }
  struct node *second = list->next, *n = list;
  if (!bad) n = second;
  free(list);
  second = n->next; // @BAD
  puts(second ? "more" : "end");
  return 0;
}

// A field of a fresh block is followed before anybody wrote it.
// OMEN: defect uninitialised
// OMEN: end signal 11
// OMEN: asan-blind it does not look for uninitialised memory
#include "../defects.h"
struct node {
  struct node *next;
  int v;
};
static struct node *volatile list;
int main(void) {
  struct node other = {NULL, 5};
  list = malloc(sizeof *list);
  list->v = 1;
  if (!bad) list->next = &other;
  printf("%d\n", list->next->v); // @BAD
  free(list);
  return 0;
}

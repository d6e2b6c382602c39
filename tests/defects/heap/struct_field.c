// A block that is smaller than the struct it is taken for: sizeof of the pointer.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
struct node {
  long key;
  struct node *next;
};
static struct node *list;
int main(void) {
  list = malloc(bad ? sizeof list : sizeof *list);
  list->key = 1;
  list->next = NULL; // @BAD
  printf("%ld\n", list->key);
  free(list);
  return 0;
}

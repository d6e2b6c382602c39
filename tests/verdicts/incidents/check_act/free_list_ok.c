// The topmost is taken by exchanging the whole list with nothing: one thread has it all.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <stdatomic.h>
struct node {
  struct node *next;
};
_Atomic(struct node *) top;
void *drain(void *arg) {
  struct node *n = atomic_exchange(&top, NULL);
  while (n) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
  return arg;
}
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  atomic_store(&top, list);
  both(drain, drain);
  return 0;
}

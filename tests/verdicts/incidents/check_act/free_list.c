// Two threads take nodes from a list and give them back to the heap. Both take the same one: whoever comes second reads
// its successor from freed memory, or frees it once more.
// OMEN: incident use-after-free NEXT cause race top TOP NEXT
// OMEN: incident double-free FREE cause race top TOP NEXT
// OMEN: maybe-incident crash NEXT cause race top * NEXT
// OMEN: verdict top TOP NEXT class spec-violated consequence use-after-free
// OMEN: maybe top TOP NEXT class spec-violated consequence double-free
// OMEN: maybe top NEXT NEXT class k-witness-harmless
// OMEN: maybe top NEXT NEXT class spec-violated consequence use-after-free
// OMEN: maybe top NEXT NEXT class spec-violated consequence double-free
// OMEN: levels O2
#include "../../../corpus/corpus.h"
struct node {
  struct node *next;
};
struct node *volatile top;
void *drain(void *arg) {
  struct node *n;
  while ((n = top)) { // @TOP
    top = n->next;    // @NEXT
    free(n);          // @FREE
  }
  return arg;
}
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = top;
    top = n;
  }
  both(drain, drain);
  return 0;
}

// A list that leads back to itself is walked to its end.
// OMEN: defect infinite-loop
#include "../defects.h"
struct node {
  struct node *volatile next;
};
NOINLINE int length(struct node *n) {
  int k = 0;
  while (n) { // @BAD
    n = n->next; // @BAD
    k |= 1;
  }
  return k;
}
int main(void) {
  struct node a, b, c;
  a.next = &b;
  b.next = &c;
  c.next = bad ? &b : NULL;
  printf("%d\n", length(&a));
  return 0;
}

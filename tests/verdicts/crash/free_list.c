// Two threads take the only node of a list: the second finds none, unless both look at once.
// OMEN: verdict head LOOK TAKE class spec-violated consequence crash
#include "../../corpus/corpus.h"
struct node {
  struct node *next;
  int x;
} only = {NULL, 5};
struct node *volatile head = &only;
int sums[2];
static void take(int i) {
  if (head) {             // @LOOK
    sums[i] += head->x;
    head = head->next;    // @TAKE
  }
}
void *one(void *p) {
  take(0);
  return p;
}
void *two(void *p) {
  take(1);
  return p;
}
int main(void) {
  both(one, two);
  return 0;
}

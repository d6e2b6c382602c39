// A list is emptied by two threads. The head is looked at, and then looked at again.
// OMEN: incident crash TAKE cause race head CHECK NEXT
// OMEN: or cause race head NEXT TAKE
// OMEN: maybe-incident crash NEXT cause race head CHECK|TAKE NEXT
// OMEN: or cause race head NEXT NEXT
// OMEN: verdict head CHECK NEXT class spec-violated consequence crash
// OMEN: maybe head NEXT TAKE class spec-violated consequence crash
// OMEN: maybe head NEXT NEXT class spec-violated consequence crash
// OMEN: levels O2
#include "../../../corpus/corpus.h"
struct node {
  int value;
  struct node *next;
};
struct node nodes[3] = {{1, &nodes[1]}, {2, &nodes[2]}, {3, NULL}};
struct node *volatile head = nodes;
void *take(void *arg) {
  int sum = 0;
  while (head) {         // @CHECK
    sum += head->value;  // @TAKE
    head = head->next;   // @NEXT
  }
  return sum < 0 ? arg : NULL;
}
int main(void) {
  both(take, take);
  return 0;
}

// One past a global table, in memory that belongs to nobody.
// OMEN: verdict top PUSH MORE class spec-violated consequence overflow
#include "../../corpus/corpus.h"
volatile int top = 9;
int table[10], after = 5;
void *pusher(void *p) {
  int *t = table;
  t[top] = 1; // @PUSH
  return p;
}
void *more(void *p) {
  top = 10; // @MORE
  return p;
}
int main(void) {
  both(pusher, more);
  printf("%d %d\n", table[9], after);
  return 0;
}

// A lock of plain variables, by turns and wishes (Peterson); correct in the order in which it is written.
// OMEN: verdict shared IN IN class single-ordering proof proved
// OMEN: maybe want * * class k-witness-harmless
// OMEN: maybe turn * * class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int want[2], turn;
int shared;
static void enter_and_leave(int me) {
  want[me] = 1;
  turn = !me;
  while (want[!me] && turn == !me) sched_yield();
  shared += 1; // @IN
  want[me] = 0;
}
void *one(void *p) {
  enter_and_leave(0);
  return p;
}
void *two(void *p) {
  enter_and_leave(1);
  return p;
}
int main(void) {
  both(one, two);
  printf("%d\n", shared);
  return 0;
}

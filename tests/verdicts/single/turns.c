// Two threads take turns by a variable.
// OMEN: verdict sum ADD PRINT class single-ordering proof proved
// OMEN: verdict turn GIVE WAIT class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int turn;
int sum = 1;
void *one(void *p) {
  while (turn != 0) sched_yield();
  sum += 5; // @ADD
  turn = 1; // @GIVE
  return p;
}
void *two(void *p) {
  while (turn != 1) // @WAIT
    sched_yield();
  printf("%d\n", sum); // @PRINT
  return p;
}
int main(void) {
  both(one, two);
  return 0;
}

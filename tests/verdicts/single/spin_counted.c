// Every look is counted, so no two rounds are alike: what only time can tell.
// OMEN: verdict data FILL USE class single-ordering proof timeout
// OMEN: verdict flag SET ASK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int flag;
volatile unsigned long looks;
int data;
void *setter(void *p) {
  data = 42; // @FILL
  flag = 1;  // @SET
  return p;
}
void *waiter(void *p) {
  while (!flag) { // @ASK
    looks++;
    sched_yield();
  }
  printf("%d\n", data); // @USE
  return p;
}
int main(void) {
  both(setter, waiter);
  return 0;
}

// A flag is awaited, with yields; what it guards is always there.
// OMEN: verdict data FILL USE class single-ordering proof proved
// OMEN: verdict flag SET ASK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int flag;
int data;
void *setter(void *p) {
  data = 42; // @FILL
  flag = 1;  // @SET
  return p;
}
void *waiter(void *p) {
  while (!flag) // @ASK
    sched_yield();
  printf("%d\n", data); // @USE
  return p;
}
int main(void) {
  both(setter, waiter);
  return 0;
}

// A flag that is awaited, data that it guards, and one value that it does not.
// OMEN: verdict data FILL USE class single-ordering
// OMEN: verdict flag SET ASK class k-witness-harmless
// OMEN: verdict late LATE LOOK class output-differs consequence output
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int flag;
int data, late;
void *setter(void *p) {
  data = 42; // @FILL
  flag = 1;  // @SET
  late = 1;  // @LATE
  return p;
}
void *waiter(void *p) {
  while (!flag) // @ASK
    sched_yield();
  printf("%d %d\n", data, // @USE
         late);           // @LOOK
  return p;
}
int main(void) {
  both(setter, waiter);
  return 0;
}

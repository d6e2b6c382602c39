// The waiter gives up after some looks: the flag decides what it says. What the flag guards is used only after it.
// OMEN: verdict flag SET ASK class output-differs consequence output
// OMEN: verdict data FILL USE class single-ordering
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int flag;
int data;
void *setter(void *p) {
  data = 1; // @FILL
  flag = 1; // @SET
  return p;
}
void *waiter(void *p) {
  for (int i = 0; i < 50; i++) {
    if (flag) { // @ASK
      printf("%d\n", data); // @USE
      return p;
    }
    sched_yield();
  }
  puts("gave up");
  return p;
}
int main(void) {
  both(setter, waiter);
  return 0;
}

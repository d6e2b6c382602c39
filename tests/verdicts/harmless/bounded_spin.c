// Thousands of yields for the other's answer, then it is computed at home: slow, not endless.
// OMEN: verdict flag SET ASK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int flag;
void *helper(void *p) {
  flag = 1; // @SET
  return p;
}
void *worker(void *p) {
  for (int i = 0; i < 5000 && !flag; i++) // @ASK
    sched_yield();
  printf("42\n");
  return p;
}
int main(void) {
  both(helper, worker);
  return 0;
}

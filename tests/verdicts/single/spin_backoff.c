// Every round waits twice as long as the last, up to a limit; from there on they are alike.
// OMEN: verdict data FILL USE class single-ordering proof proved
// OMEN: verdict flag SET ASK class k-witness-harmless
#include "../../corpus/corpus.h"
volatile int flag;
int data;
void *setter(void *p) {
  data = 42; // @FILL
  flag = 1;  // @SET
  return p;
}
void *waiter(void *p) {
  int turns = 1;
  while (!flag) { // @ASK
    for (int i = 0; i < turns; i++) __builtin_ia32_pause();
    if (turns < 32) turns *= 2;
  }
  printf("%d\n", data); // @USE
  return p;
}
int main(void) {
  both(setter, waiter);
  return 0;
}

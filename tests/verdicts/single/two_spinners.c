// Two threads wait for the same flag, both without ever giving way.
// OMEN: verdict data FILL USE class single-ordering proof proved
// OMEN: verdict flag SET ASK class k-witness-harmless
// OMEN: verdict flag SET MAIN class k-witness-harmless
#include "../../corpus/corpus.h"
volatile int flag;
int data;
void *setter(void *p) {
  data = 42; // @FILL
  flag = 1;  // @SET
  return p;
}
void *waiter(void *p) {
  while (!flag) continue; // @ASK
  printf("%d\n", data);   // @USE
  return p;
}
int main(void) {
  pthread_t a = start(setter, NULL), b = start(waiter, NULL);
  while (!flag) continue; // @MAIN
  finish(a);
  finish(b);
  return 0;
}

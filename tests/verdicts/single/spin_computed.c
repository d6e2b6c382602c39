// What is awaited is computed anew in every round, over a table and by a function.
// OMEN: verdict data FILL USE class single-ordering proof proved
// OMEN: maybe table SET ASK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int table[8];
int data;
static int sum(void) {
  int s = 0;
  for (int i = 0; i < 8; i++) s += table[i]; // @ASK
  return s;
}
void *setter(void *p) {
  data = 42; // @FILL
  for (int i = 0; i < 8; i++) table[i] = i; // @SET
  return p;
}
void *waiter(void *p) {
  while (sum() != 28) sched_yield();
  printf("%d\n", data); // @USE
  return p;
}
int main(void) {
  both(setter, waiter);
  return 0;
}

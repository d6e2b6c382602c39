// Two withdrawals that both look before either takes.
// OMEN: verdict balance LOOK TAKE class spec-violated consequence assertion
// OMEN: maybe balance TAKE TAKE class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <assert.h>
volatile int balance = 100;
int paid[2];
static void withdraw(int who) {
  if (balance >= 60) { // @LOOK
    balance -= 60;     // @TAKE
    paid[who] = 60;
  }
}
void *one(void *p) {
  withdraw(0);
  return p;
}
void *two(void *p) {
  withdraw(1);
  return p;
}
int main(void) {
  both(one, two);
  assert(paid[0] + paid[1] <= 100);
  return 0;
}

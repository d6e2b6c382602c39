// Two checks before two withdrawals: with the order flipped the second takes what is not there any more.
// OMEN: options --invariant 'balance >= 0'
// OMEN: verdict * ASK TAKE class spec-violated consequence invariant
// OMEN: maybe * TAKE TAKE class spec-violated consequence invariant
#include "../../corpus/corpus.h"
volatile int balance = 10;
void *withdraw(void *p) {
  if (balance >= 10) // @ASK
    balance -= 10;   // @TAKE
  return p;
}
int main(void) {
  both(withdraw, withdraw);
  return 0;
}

// Between the look at the balance and the payment, the time of the last payment is noted, by both, in one word.
// OMEN: incident assertion SUM cause race balance CHECK PAY
// OMEN: or cause race balance PAY:r PAY:w
// OMEN: verdict balance CHECK PAY class spec-violated consequence assertion
// OMEN: maybe balance PAY:r PAY:w class spec-violated consequence assertion
// OMEN: maybe balance PAY:w PAY:w class spec-violated consequence assertion
// OMEN: maybe balance PAY:w PAY:w class k-witness-harmless
// OMEN: maybe last NOTE NOTE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int balance = 50, last;
void *pay(void *arg) {
  if (balance >= 30) {      // @CHECK
    last = *(int *)arg;     // @NOTE
    balance = balance - 30; // @PAY
  }
  return arg;
}
int main(void) {
  int days[2] = {3, 4};
  pthread_t a = start(pay, &days[0]), b = start(pay, &days[1]);
  finish(a);
  finish(b);
  assert(balance >= 0); // @SUM
  return 0;
}

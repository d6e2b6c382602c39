// There is enough for both payments, and one that is lost leaves more.
// OMEN: no-incident
// OMEN: verdict balance CHECK PAY class k-witness-harmless
// OMEN: verdict balance PAY PAY class k-witness-harmless
// OMEN: verdict last NOTE NOTE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int balance = 60, last;
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
  assert(balance >= 0);
  return 0;
}

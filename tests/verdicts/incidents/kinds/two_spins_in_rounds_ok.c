// Nobody resets.
// OMEN: no-incident
// OMEN: maybe a SPINA SETA class single-ordering
// OMEN: maybe b SPINB SETB class single-ordering
// OMEN: maybe a SPINA SETA class k-witness-harmless
// OMEN: maybe b SPINB SETB class k-witness-harmless
#include "../../../corpus/corpus.h"
#include <sched.h>
volatile int a, b;
void *set_a(void *arg) {
  a = 1; // @SETA
  return arg;
}
void *set_b(void *arg) {
  b = 1; // @SETB
  return arg;
}
void *wait_both(void *arg) {
  for (int i = 0; i < 2; i++) {
    while (!a) { // @SPINA
      sched_yield(); // @SPINA2
    }
    while (!b) { // @SPINB
      sched_yield(); // @SPINB2
    }
  }
  return arg;
}
int main(void) {
  body *all[] = {set_a, set_b, wait_both};
  enum { N = 3 };
  pthread_t t[N];
  for (int i = 0; i < N; i++) t[i] = start(all[i], NULL);
  for (int i = 0; i < N; i++) finish(t[i]);
  return 0;
}

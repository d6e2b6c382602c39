// Two loops inside a loop of two rounds: in each round the thread waits for two words, which may be reset behind their last
// set. Who looks at `a` late looks at `b` too late, so that the orders of `a` may decide the second loop as well.
// OMEN: incident infinite-loop SPINA|SPINA2 cause race a * *
// OMEN: incident infinite-loop SPINB|SPINB2 cause race b * *
// OMEN: or cause race a * *
// OMEN: verdict a SETA RESETA class spec-violated consequence infinite-loop
// OMEN: verdict b SETB RESETB class spec-violated consequence infinite-loop
// OMEN: maybe a SPINA * class spec-violated consequence infinite-loop
// OMEN: maybe b SPINB * class spec-violated consequence infinite-loop
// OMEN: maybe a SPINA * class k-witness-harmless
// OMEN: maybe b SPINB * class k-witness-harmless
// OMEN: maybe a SPINA * class single-ordering
// OMEN: maybe b SPINB * class single-ordering
#include "../../../corpus/corpus.h"
#include <sched.h>
volatile int a, b;
void *reset_a(void *arg) {
  a = 0; // @RESETA
  return arg;
}
void *reset_b(void *arg) {
  b = 0; // @RESETB
  return arg;
}
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
  body *all[] = {reset_a, reset_b, set_a, set_b, wait_both};
  enum { N = 5 };
  pthread_t t[N];
  for (int i = 0; i < N; i++) t[i] = start(all[i], NULL);
  for (int i = 0; i < N; i++) finish(t[i]);
  return 0;
}

// One thread waits in two loops of one function, for two words that others set and reset: it may go round for ever in
// either, and that are two incidents.
// OMEN: incident infinite-loop SPINA cause race a * *
// OMEN: incident infinite-loop SPINB cause race b * *
// OMEN: verdict a SETA RESETA class spec-violated consequence infinite-loop
// OMEN: verdict b SETB RESETB class spec-violated consequence infinite-loop
// OMEN: maybe a SPINA * class spec-violated consequence infinite-loop
// OMEN: maybe b SPINB * class spec-violated consequence infinite-loop
// OMEN: maybe a SPINA * class k-witness-harmless
// OMEN: maybe b SPINB * class k-witness-harmless
// OMEN: maybe a SPINA * class single-ordering
// OMEN: maybe b SPINB * class single-ordering
#include "../../../corpus/corpus.h"
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
  while (!a) {} // @SPINA
  while (!b) {} // @SPINB
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

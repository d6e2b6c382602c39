// Two words, each reset by one thread and set by another, and two loops that wait for them: each may go round for ever, and
// that are two incidents.
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
// OMEN: levels O2
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
void *wait_a(void *arg) {
  while (!a) {} // @SPINA
  return arg;
}
void *wait_b(void *arg) {
  while (!b) {} // @SPINB
  return arg;
}
int main(void) {
  body *all[] = {reset_a, reset_b, set_a, set_b, wait_a, wait_b};
  enum { N = 6 };
  pthread_t t[N];
  for (int i = 0; i < N; i++) t[i] = start(all[i], NULL);
  for (int i = 0; i < N; i++) finish(t[i]);
  return 0;
}

// Nobody resets.
// OMEN: no-incident
// OMEN: maybe a SPINA SETA class single-ordering
// OMEN: maybe b SPINB SETB class single-ordering
// OMEN: maybe a SPINA SETA class k-witness-harmless
// OMEN: maybe b SPINB SETB class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int a, b;
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
  body *all[] = {set_a, set_b, wait_a, wait_b};
  enum { N = 4 };
  pthread_t t[N];
  for (int i = 0; i < N; i++) t[i] = start(all[i], NULL);
  for (int i = 0; i < N; i++) finish(t[i]);
  return 0;
}

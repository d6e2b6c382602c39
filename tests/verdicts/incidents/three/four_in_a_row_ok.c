// What is handed on is in the table, whenever it arrives.
// OMEN: no-incident
// OMEN: verdict a SET COPY class k-witness-harmless
// OMEN: verdict b COPY PASS class k-witness-harmless
// OMEN: verdict c PASS USE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int a, b, c;
int table[4];
void *last(void *arg) {
  table[c] = 1; // @USE
  return arg;
}
void *third(void *arg) {
  c = b; // @PASS
  return arg;
}
void *second(void *arg) {
  b = a; // @COPY
  return arg;
}
void *first(void *arg) {
  a = 3; // @SET
  return arg;
}
int main(void) {
  pthread_t t[4] = {start(last, NULL), start(third, NULL), start(second, NULL), start(first, NULL)};
  for (int i = 0; i < 4; i++) finish(t[i]);
  return 0;
}

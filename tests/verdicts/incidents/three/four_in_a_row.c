// A number is handed from thread to thread without any lock, and the last uses it as an index. The recorded run has them
// the other way round: three orders must change for the number to arrive.
// OMEN: incident overflow USE cause race a SET COPY
// OMEN: or cause race b COPY PASS
// OMEN: or cause race c PASS USE
// OMEN: or cause races a SET COPY + b COPY PASS
// OMEN: or cause races b COPY PASS + c PASS USE
// OMEN: or cause races a SET COPY + c PASS USE
// OMEN: or cause races a SET COPY + b COPY PASS + c PASS USE
// OMEN: verdict a SET COPY class spec-violated consequence overflow
// OMEN: verdict b COPY PASS class spec-violated consequence overflow
// OMEN: verdict c PASS USE class spec-violated consequence overflow
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
  a = 5; // @SET
  return arg;
}
int main(void) {
  pthread_t t[4] = {start(last, NULL), start(third, NULL), start(second, NULL), start(first, NULL)};
  for (int i = 0; i < 4; i++) finish(t[i]);
  return 0;
}

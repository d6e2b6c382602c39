// Needs the second thread's write in one gap of the first, and its undoing in another.
// Four orders decide it: ONE before SET, SET before TWO, TWO before BACK, BACK before THREE. The other two follow from these.
// OMEN: verdict x ONE SET class spec-violated consequence assertion
// OMEN: verdict x TWO SET class spec-violated consequence assertion
// OMEN: maybe x ONE BACK class spec-violated consequence assertion
// OMEN: maybe x ONE BACK class k-witness-harmless
// OMEN: verdict x TWO BACK class spec-violated consequence assertion
// OMEN: maybe x THREE SET class spec-violated consequence assertion
// OMEN: maybe x THREE SET class k-witness-harmless
// OMEN: verdict x THREE BACK class spec-violated consequence assertion
// OMEN: options --pre-race 200 --schedules 14
#include "../../corpus/corpus.h"
volatile int x;
void *reader(void *p) {
  int a = x; // @ONE
  int b = x; // @TWO
  int c = x; // @THREE
  if (a == 0 && b == 1 && c == 0) abort();
  return p;
}
void *writer(void *p) {
  x = 1; // @SET
  x = 0; // @BACK
  return p;
}
int main(void) {
  both(reader, writer);
  return 0;
}

// Moved back with the lower end first, and read with the upper end first: whatever is seen, from is not behind to, and a
// range that is not one is not used.
// OMEN: no-incident
// OMEN: maybe upper * TOP class k-witness-harmless
// OMEN: maybe lower * BOTTOM class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int lower, upper = 2;
int table[6];
void *reader(void *arg) {
  int to = upper;   // @TOP
  int from = lower; // @BOTTOM
  if (from <= to) table[to - from] = 1;
  return arg;
}
void *mover(void *arg) {
  upper = 5;
  lower = 3;
  lower = 0;
  upper = 2;
  return arg;
}
int main(void) {
  both(reader, mover);
  return 0;
}

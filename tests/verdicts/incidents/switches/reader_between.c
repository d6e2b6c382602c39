// Two ends of a range are moved up, the upper one first, and moved back, the upper one first. A reader that takes the lower
// end while it is up and the upper end after it went down has a range that ends before it begins.
// OMEN: incident overflow USE cause race upper DOWN2 TOP
// OMEN: or cause race lower UP1 BOTTOM
// OMEN: or cause race lower BOTTOM DOWN1
// OMEN: maybe upper * TOP class spec-violated consequence overflow
// OMEN: maybe lower * BOTTOM class spec-violated consequence overflow
// OMEN: maybe upper UP2 TOP class k-witness-harmless
// OMEN: maybe lower DOWN1 BOTTOM class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int lower, upper = 2;
int table[4];
void *reader(void *arg) {
  int from = lower; // @BOTTOM
  int to = upper;   // @TOP
  table[to - from < 0 ? -1 : 0] = 1; // @USE
  return arg;
}
void *mover(void *arg) {
  upper = 5; // @UP2
  lower = 3; // @UP1
  upper = 2; // @DOWN2
  lower = 0; // @DOWN1
  return arg;
}
int main(void) {
  both(reader, mover);
  return 0;
}

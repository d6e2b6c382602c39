// A window moves over a table in steps, its two ends one after the other. A reader that sees the begin of one step
// and the end of another goes wrong in the last, which is wide.
// OMEN: incident overflow USE cause race to TO READ2
// OMEN: or cause race from FROM READ1
// OMEN: verdict to TO READ2 class spec-violated consequence overflow
// OMEN: verdict from FROM READ1 class spec-violated consequence overflow
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int from, to = 2;
int table[4];
void *mover(void *arg) {
  for (int i = 0; i < 4; i++) {
    from = i == 3 ? 6 : i;   // @FROM
    to = i == 3 ? 8 : i + 2; // @TO
  }
  return arg;
}
void *reader(void *arg) {
  for (int i = 0; i < 4; i++) {
    int n = from; // @READ1
    n = to - n;   // @READ2
    table[n] = 1; // @USE
  }
  return arg;
}
int main(void) {
  both(mover, reader);
  return 0;
}

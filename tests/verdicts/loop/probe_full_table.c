// Both see a place left in the table; there is one. Who comes second looks for it for ever.
// OMEN: verdict used ASK ADD class spec-violated consequence infinite-loop proof proved
// OMEN: maybe used ADD ADD class k-witness-harmless
// OMEN: maybe slot * * class k-witness-harmless
// OMEN: maybe slot * * class spec-violated consequence infinite-loop
#include "../../corpus/corpus.h"
enum { SLOTS = 8 };
volatile int slot[SLOTS] = {1, 1, 1, 1, 1, 0, 1, 1};
volatile int used = SLOTS - 1;
static void put(int value) {
  if (used == SLOTS) // @ASK
    return;
  used++; // @ADD
  unsigned at = (unsigned)value % SLOTS;
  while (slot[at]) at = (at + 1) % SLOTS;
  slot[at] = value;
}
void *one(void *p) {
  put(11);
  return p;
}
void *two(void *p) {
  put(22);
  return p;
}
int main(void) {
  both(one, two);
  return 0;
}

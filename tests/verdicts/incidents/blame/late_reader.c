// The table is swapped, then freed, and a count is raised at the end. A reader that came in between holds the old table.
// It is to blame that it took the table before the swap, not that it looked at the count before it was raised.
// OMEN: incident use-after-free READ cause race table SWAP TAKE
// OMEN: or cause race * READ FREE
// OMEN: verdict table SWAP TAKE class spec-violated consequence use-after-free
// OMEN: verdict swaps RAISE LOOK class k-witness-harmless
// OMEN: maybe * READ FREE class spec-violated consequence use-after-free
// OMEN: maybe * READ FRESH class single-ordering
// OMEN: maybe * READ FRESH class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int *volatile table;
volatile int swaps, seen;
void *swap(void *arg) {
  int *old = table, *fresh = calloc(2, sizeof *fresh); // @FRESH
  table = fresh; // @SWAP
  free(old);     // @FREE
  swaps++;       // @RAISE
  return arg;
}
void *reader(void *arg) {
  int *now = table; // @TAKE
  seen = swaps;     // @LOOK
  seen = now[1];    // @READ
  return arg;
}
int main(void) {
  table = calloc(2, sizeof *table);
  both(swap, reader);
  free(table);
  return 0;
}

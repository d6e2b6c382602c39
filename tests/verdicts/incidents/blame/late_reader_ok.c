// The old table stays until all have ended.
// OMEN: no-incident
// OMEN: verdict table SWAP TAKE class k-witness-harmless
// OMEN: verdict swaps RAISE LOOK class k-witness-harmless
// OMEN: maybe * READ FRESH class single-ordering
// OMEN: maybe * READ FRESH class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int *volatile table, *old;
volatile int swaps, seen;
void *swap(void *arg) {
  int *fresh = calloc(2, sizeof *fresh); // @FRESH
  old = table;
  table = fresh; // @SWAP
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
  free(old);
  return 0;
}

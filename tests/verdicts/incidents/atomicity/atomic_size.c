// The size is atomic and so is its change; that it is still so when the element is written, nobody sees to.
// OMEN: incident overflow WRITE cause atomicity LOOK WRITE SHRINK
// OMEN: or cause atomicity LOOK AGAIN SHRINK
// OMEN: verdict hits A B class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <stdatomic.h>
atomic_int width = 4;
volatile int hits;
int table[4];
void *writer(void *arg) {
  hits++;                              // @A
  if (atomic_load(&width) <= 4) {      // @LOOK
    int last = atomic_load(&width) - 1; // @AGAIN
    table[last] = 1;                   // @WRITE
  }
  return arg;
}
void *widen(void *arg) {
  hits++;                  // @B
  atomic_store(&width, 8); // @SHRINK
  return arg;
}
int main(void) {
  both(writer, widen);
  return 0;
}

// A table that is nearly full: probing takes long, goes round once, and ends.
// OMEN: verdict hint SET ASK class k-witness-harmless
#include "../../corpus/corpus.h"
enum { SLOTS = 1 << 20 };
static unsigned char slot[SLOTS];
volatile int hint;
void *writer(void *p) {
  hint = 1; // @SET
  return p;
}
void *prober(void *p) {
  unsigned at = SLOTS / 2 + (hint & 0u); // @ASK
  for (int n = 0; n < 4; n++) {
    while (slot[at]) at = (at + 1) % SLOTS;
    slot[at] = 2;
  }
  printf("%u\n", at);
  return p;
}
int main(void) {
  memset(slot, 1, sizeof slot);
  for (int n = 0; n < 4; n++) slot[SLOTS / 2 - 2 - n] = 0;
  both(writer, prober);
  return 0;
}

// A width is looked up between two tables of widths: one of them has more than there are bits.
// OMEN: incident undefined SHIFT cause race width CHECK WIDEN
// OMEN: or cause race width WIDEN SHIFT
// OMEN: verdict width CHECK WIDEN class spec-violated consequence undefined
// OMEN: verdict width WIDEN SHIFT class spec-violated consequence undefined
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int width = 8;
volatile unsigned mask;
void *user(void *arg) {
  for (int i = 0; i < 3; i++)
    if (width < 32)        // @CHECK
      mask = 1u << width;  // @SHIFT
  return arg;
}
void *widen(void *arg) {
  width = 40; // @WIDEN
  return arg;
}
int main(void) {
  both(user, widen);
  return 0;
}

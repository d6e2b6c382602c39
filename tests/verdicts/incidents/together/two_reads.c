// The index is the sum of two words that another thread sets one after the other. Only a reader that sees both new is too
// far: turning either order alone does no harm.
// OMEN: incident overflow USE cause race x SETX READX
// OMEN: or cause race y SETY READY
// OMEN: or cause races x SETX READX + y SETY READY
// OMEN: verdict x SETX READX class spec-violated consequence overflow
// OMEN: verdict y SETY READY class spec-violated consequence overflow
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int x, y;
int table[2];
void *reader(void *arg) {
  int a = x; // @READX
  int b = y; // @READY
  table[a + b] = 1; // @USE
  return arg;
}
void *writer(void *arg) {
  x = 1; // @SETX
  y = 1; // @SETY
  return arg;
}
int main(void) {
  both(reader, writer);
  return 0;
}

// Fails only if the first value is there at the first look and the second at the second: the writer must stop in between,
// and so must the reader. Each of the three orders is needed.
// OMEN: incident overflow USE cause race x ONE LOOK1
// OMEN: or cause race x LOOK1 TWO
// OMEN: or cause race x TWO LOOK2
// OMEN: maybe x * * class spec-violated consequence overflow
// OMEN: maybe x ONE LOOK2 class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int x;
int table[4];
void *reader(void *arg) {
  int a = x; // @LOOK1
  int b = x; // @LOOK2
  table[a == 1 && b == 2 ? 4 : 0] = 1; // @USE
  return arg;
}
void *writer(void *arg) {
  x = 1; // @ONE
  x = 2; // @TWO
  return arg;
}
int main(void) {
  both(reader, writer);
  return 0;
}

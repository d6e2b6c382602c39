// The same looks; every pair of values is in the table.
// OMEN: no-incident
// OMEN: verdict x ONE LOOK1 class k-witness-harmless
// OMEN: verdict x TWO LOOK1 class k-witness-harmless
// OMEN: verdict x ONE LOOK2 class k-witness-harmless
// OMEN: verdict x TWO LOOK2 class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int x;
int table[5];
void *reader(void *arg) {
  int a = x; // @LOOK1
  int b = x; // @LOOK2
  table[a == 1 && b == 2 ? 4 : 0] = 1;
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

// Each alone and both together are in the table.
// OMEN: no-incident
// OMEN: verdict x SETX READX class k-witness-harmless
// OMEN: verdict y SETY READY class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int x, y;
int table[3];
void *reader(void *arg) {
  int a = x; // @READX
  int b = y; // @READY
  table[a + b] = 1;
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

// No decision depends on the number: only the index does, and the scale that the other thread corrects.
// OMEN: args 3
// OMEN: symbolic argv
// OMEN: verdict scale CORRECT USE class k-witness-harmless
// OMEN: multi scale CORRECT USE class spec-violated consequence overflow
// OMEN: reveal args 9
// OMEN: input 4 <= atoi(args[0]) & 15
#include "../../corpus/corpus.h"
volatile unsigned scale = 4;
char table[16];
static unsigned n;
void *corrector(void *p) {
  scale = 1; // @CORRECT
  return p;
}
void *user(void *p) {
  unsigned by = scale; // @USE
  table[n * by] = 1;
  return p;
}
int main(int argc, char **argv) {
  n = (argc > 1 ? (unsigned)atoi(argv[1]) : 0) & 15;
  both(corrector, user);
  return 0;
}

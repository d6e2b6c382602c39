// As index.c, but the table is large enough for either scale: no number goes beyond it.
// OMEN: args 3
// OMEN: symbolic argv
// OMEN: verdict scale CORRECT USE class k-witness-harmless
// OMEN: multi scale CORRECT USE class k-witness-harmless
// OMEN: reveal args 15
#include "../../corpus/corpus.h"
volatile unsigned scale = 4;
char table[64];
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

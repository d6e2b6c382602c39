// A byte of the input is an offset into a block, moved by where the other thread says that the block begins.
// OMEN: stdin \x02
// OMEN: symbolic stdin
// OMEN: verdict base MOVE USE class k-witness-harmless
// OMEN: multi base MOVE USE class spec-violated consequence overflow
// OMEN: reveal stdin \x1d
// OMEN: input stdin[0] & 31 > 23
#include "../../corpus/corpus.h"
volatile unsigned base = 8;
static unsigned char *block;
static unsigned n;
void *mover(void *p) {
  base = 0; // @MOVE
  return p;
}
void *user(void *p) {
  unsigned from = base; // @USE
  block[from + n] = 1;
  return p;
}
int main(void) {
  int c = getchar();
  if (c == EOF) return 2;
  n = (unsigned)c & 31;
  block = calloc(32, 1);
  both(mover, user);
  free(block);
  return 0;
}

// The divisor is what was read, less what the other thread lowers: 0 for one number, in one order.
// OMEN: args 9
// OMEN: symbolic argv
// OMEN: verdict off LOWER USE class k-witness-harmless
// OMEN: multi off LOWER USE class spec-violated consequence undefined
// OMEN: reveal args 77
// OMEN: input atoi(args[0]) % 2**32 == 77
#include "../../corpus/corpus.h"
volatile unsigned off = 77;
static unsigned n;
static volatile unsigned quotient;
void *lowerer(void *p) {
  off = 78; // @LOWER
  return p;
}
void *divider(void *p) {
  unsigned by = off; // @USE
  quotient = (n | 1) * 3 / (n - by);
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
  both(lowerer, divider);
  return 0;
}

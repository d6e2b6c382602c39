// Twice the number or its square: the same for 2, on the same path, and for hardly any other.
// OMEN: args 2
// OMEN: symbolic argv
// OMEN: verdict x DOUBLE SQUARE class k-witness-harmless
// OMEN: multi x DOUBLE SQUARE class output-differs consequence output
// OMEN: reveal args 3
// OMEN: input atoi(args[0]) not in (0, 2)
#include "../../corpus/corpus.h"
volatile unsigned x;
static unsigned n;
void *doubler(void *p) {
  x = n * 2; // @DOUBLE
  return p;
}
void *squarer(void *p) {
  x = n * n; // @SQUARE
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
  both(doubler, squarer);
  printf("%u\n", x);
  return 0;
}

// The number, or its low seven bits: the same below 128.
// OMEN: args 100
// OMEN: symbolic argv
// OMEN: verdict shown ALL LOW class k-witness-harmless
// OMEN: multi shown ALL LOW class output-differs consequence output
// OMEN: reveal args 200
// OMEN: input atoi(args[0]) > 127 or atoi(args[0]) < 0
#include "../../corpus/corpus.h"
volatile int shown;
static int n;
void *whole(void *p) {
  shown = n; // @ALL
  return p;
}
void *low(void *p) {
  shown = n & 0x7f; // @LOW
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 0;
  both(whole, low);
  printf("%d\n", shown);
  return 0;
}

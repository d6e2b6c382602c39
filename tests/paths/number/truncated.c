// A size is checked before it is cut to eight bits: 256 is not 0, and then it is.
// OMEN: args 16
// OMEN: symbolic argv
// OMEN: verdict extra ADD USE class k-witness-harmless
// OMEN: multi extra ADD USE class spec-violated consequence undefined
// OMEN: reveal args 256
// OMEN: input atoi(args[0]) > 0 and atoi(args[0]) % 256 == 0
#include "../../corpus/corpus.h"
volatile unsigned extra;
static uint8_t size;
void *adder(void *p) {
  extra = 16; // @ADD
  return p;
}
void *divider(void *p) {
  unsigned more = extra; // @USE
  if (size)
    puts("ok");
  else
    printf("%d parts\n", (int)(64 / more));
  return p;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1;
  if (n <= 0) return 2;
  size = (uint8_t)n;
  both(adder, divider);
  return 0;
}

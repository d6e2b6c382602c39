// Twice the number is printed; what races is only counted.
// OMEN: args 21
// OMEN: symbolic argv
// OMEN: verdict count ONE TWO class k-witness-harmless
// OMEN: multi count ONE TWO class k-witness-harmless covers path
// OMEN: reveal args 4
#include "../../corpus/corpus.h"
volatile int count;
static int n;
void *one(void *p) {
  count = 1; // @ONE
  return p;
}
void *two(void *p) {
  count = 2; // @TWO
  printf("%d\n", (int)(2u * (unsigned)n));
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 0;
  both(one, two);
  return 0;
}

// Two ways to write the same sum: equal for every number, as only arithmetic tells.
// OMEN: args 5
// OMEN: symbolic argv
// OMEN: verdict sum ONE TWO class k-witness-harmless
// OMEN: multi sum ONE TWO class k-witness-harmless covers path
// OMEN: reveal args 123456
#include "../../corpus/corpus.h"
volatile unsigned sum;
static unsigned n;
void *one(void *p) {
  sum = n * 9; // @ONE
  return p;
}
void *two(void *p) {
  sum = (n << 3) + n; // @TWO
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
  both(one, two);
  printf("%u\n", sum);
  return 0;
}

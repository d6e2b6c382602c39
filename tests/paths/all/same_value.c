// Both threads write the number that was read.
// OMEN: args 5
// OMEN: symbolic argv
// OMEN: verdict shared ONE TWO class k-witness-harmless
// OMEN: multi shared ONE TWO class k-witness-harmless covers path
// OMEN: reveal args 77
#include "../../corpus/corpus.h"
volatile int shared;
static int n;
void *one(void *p) {
  shared = n; // @ONE
  return p;
}
void *two(void *p) {
  shared = n; // @TWO
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 0;
  both(one, two);
  printf("%d\n", shared);
  return 0;
}

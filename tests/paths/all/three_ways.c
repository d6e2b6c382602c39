// Small, medium or large: every way prints something else, and none looks at what races.
// OMEN: args 50
// OMEN: symbolic argv
// OMEN: verdict mark ONE TWO class k-witness-harmless
// OMEN: multi mark ONE TWO class k-witness-harmless covers path
// OMEN: reveal args 5
#include "../../corpus/corpus.h"
volatile int mark;
static int n;
void *one(void *p) {
  mark = 1; // @ONE
  return p;
}
void *two(void *p) {
  mark = 2; // @TWO
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 0;
  both(one, two);
  puts(n < 10 ? "small" : n < 1000 ? "medium" : "large");
  return 0;
}

// Some numbers make a loop go by the other thread's step, which is 0 at first.
// OMEN: args 14
// OMEN: symbolic argv
// OMEN: verdict step SET USE class k-witness-harmless
// OMEN: multi step SET USE class spec-violated consequence infinite-loop
// OMEN: reveal args 10
// OMEN: input number(args[0]) % 2**32 % 7 == 3
#include "../../corpus/corpus.h"
volatile int step, place;
static unsigned n;
void *setter(void *p) {
  step = 2; // @SET
  return p;
}
void *walker(void *p) {
  int by = step; // @USE
  if (n % 7 == 3)
    for (place = 0; place < 10;) place += by;
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
  both(setter, walker);
  return 0;
}

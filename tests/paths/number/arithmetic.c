// A divisor that is zero until the other thread has set it; used if three times the number and seven make 52.
// OMEN: args 4
// OMEN: symbolic argv
// OMEN: verdict divisor SET USE class k-witness-harmless
// OMEN: multi divisor SET USE class spec-violated consequence undefined
// OMEN: reveal args 15
// OMEN: input atoi(args[0]) == 15
#include "../../corpus/corpus.h"
volatile int divisor;
static int n;
void *setter(void *p) {
  divisor = 5; // @SET
  return p;
}
void *user(void *p) {
  int by = divisor; // @USE
  if (3 * n + 7 == 52) exit(n / by - 3);
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 0;
  both(setter, user);
  return 0;
}

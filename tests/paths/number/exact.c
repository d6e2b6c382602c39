// Only for one number does the check look at what the other thread does.
// OMEN: args 7
// OMEN: symbolic argv
// OMEN: verdict ready SET LOOK class k-witness-harmless
// OMEN: multi ready SET LOOK class spec-violated consequence assertion
// OMEN: reveal args 42
// OMEN: input atoi(args[0]) == 42
#include "../../corpus/corpus.h"
#include <assert.h>
volatile int ready;
static int n;
void *setter(void *p) {
  ready = 1; // @SET
  return p;
}
void *looker(void *p) {
  int seen = ready; // @LOOK
  if (n == 42) assert(seen);
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 0;
  both(setter, looker);
  return 0;
}

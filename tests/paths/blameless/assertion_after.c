// The check at the end fails for some inputs, in whatever order the threads came.
// OMEN: args 4
// OMEN: symbolic argv
// OMEN: verdict mark SET LOOK class k-witness-harmless
// OMEN: multi mark SET LOOK class k-witness-harmless
// OMEN: reveal args 5
#include "../../corpus/corpus.h"
#include <assert.h>
volatile int mark;
static int n;
void *setter(void *p) {
  mark = 1; // @SET
  return p;
}
void *looker(void *p) {
  int now = mark; // @LOOK
  (void)now;
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 0;
  both(setter, looker);
  assert(n % 5 != 0);
  return 0;
}

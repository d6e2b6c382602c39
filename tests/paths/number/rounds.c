// From five rounds on the last one looks at the other thread's mark and tells.
// OMEN: args 2
// OMEN: symbolic argv
// OMEN: verdict mark SET LOOK class k-witness-harmless
// OMEN: multi mark SET LOOK class output-differs consequence output
// OMEN: reveal args 5
// OMEN: input atoi(args[0]) >= 5
#include "../../corpus/corpus.h"
volatile int mark;
static int rounds;
void *setter(void *p) {
  mark = 1; // @SET
  return p;
}
void *walker(void *p) {
  int seen = mark; // @LOOK
  for (int i = 1; i <= rounds && i <= 5; i++)
    if (i == 5) printf("marked %d\n", seen);
  return p;
}
int main(int argc, char **argv) {
  rounds = argc > 1 ? atoi(argv[1]) : 0;
  both(setter, walker);
  return 0;
}

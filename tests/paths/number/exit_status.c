// Above nine the exit status is what the other thread left.
// OMEN: args 9
// OMEN: symbolic argv
// OMEN: verdict status LEAVE TAKE class k-witness-harmless
// OMEN: multi status LEAVE TAKE class output-differs consequence output
// OMEN: reveal args 10
// OMEN: input atoi(args[0]) > 9
#include "../../corpus/corpus.h"
volatile int status;
static int n, result;
void *leaver(void *p) {
  status = 3; // @LEAVE
  return p;
}
void *taker(void *p) {
  int got = status; // @TAKE
  result = n > 9 ? got : 0;
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 0;
  both(leaver, taker);
  return result;
}

// A depth that is read anew at every level: raised too early, the recursion has no end.
// OMEN: verdict deep SET ASK class spec-violated consequence crash
// OMEN: levels O0
#include "../../corpus/corpus.h"
volatile int deep;
static long down(long n) {
  volatile char space[4096];
  space[0] = (char)n;
  return n + (deep ? down(n + 1) : 0) + space[0]; // @ASK
}
long got;
void *worker(void *p) {
  got = down(1);
  return p;
}
void *setter(void *p) {
  deep = 1; // @SET
  return p;
}
int main(void) {
  both(worker, setter);
  return 0;
}

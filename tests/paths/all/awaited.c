// The flag orders the data for every input.
// OMEN: args 6
// OMEN: symbolic argv
// OMEN: verdict data FILL USE class single-ordering
// OMEN: verdict flag RAISE AWAIT class k-witness-harmless
// OMEN: multi data FILL USE class single-ordering
// OMEN: multi flag RAISE AWAIT class k-witness-harmless
// OMEN: reveal args 9
// OMEN: input False
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int flag, data;
static int n;
void *filler(void *p) {
  data = n + 1; // @FILL
  flag = 1;     // @RAISE
  return p;
}
void *user(void *p) {
  while (!flag) sched_yield(); // @AWAIT
  printf("%d\n", data);        // @USE
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 0;
  both(filler, user);
  return 0;
}

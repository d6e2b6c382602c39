// Of several --mode= the last one counts; the fast mode frees what two threads may both think is theirs.
// OMEN: args --mode=fast --mode=slow
// OMEN: symbolic argv
// OMEN: verdict taken TAKE LOOK class k-witness-harmless
// OMEN: multi taken TAKE LOOK class spec-violated consequence double-free
// OMEN: reveal args --mode=slow --mode=fast
// OMEN: input args[-1] == "--mode=fast"
#include "../../corpus/corpus.h"
volatile int taken;
static char *item;
static int fast;
NOINLINE static void *take(void *p) {
  if (!taken) { // @LOOK
    taken = 1;  // @TAKE
    if (fast) free(item);
  }
  return p;
}
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (!strncmp(argv[i], "--mode=", 7)) fast = !strcmp(argv[i] + 7, "fast");
  item = malloc(8);
  both(take, take);
  if (!fast) free(item);
  return 0;
}

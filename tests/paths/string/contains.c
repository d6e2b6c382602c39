// An argument with a `=` in it is split, and its value kept by the other thread's list, freed too early.
// OMEN: args name
// OMEN: symbolic argv
// OMEN: verdict busy ENTER LOOK class k-witness-harmless
// OMEN: multi busy ENTER LOOK class spec-violated consequence use-after-free
// OMEN: reveal args name=1
// OMEN: input "=" in args[0]
#include "../../corpus/corpus.h"
volatile int busy;
static char *value;
static int freed;
void *keeper(void *p) {
  busy = 1; // @ENTER
  if (value) value[0] = 'k';
  return p;
}
void *closer(void *p) {
  if (!busy && value) { // @LOOK
    free(value);
    freed = 1;
  }
  return p;
}
int main(int argc, char **argv) {
  const char *equals = argc > 1 ? strchr(argv[1], '=') : NULL;
  if (equals) value = calloc(1, 32);
  both(keeper, closer);
  if (!freed) free(value);
  return 0;
}

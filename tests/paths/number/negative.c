// A negative number is taken off an offset, which is 0 until the other thread has moved it.
// OMEN: args 3
// OMEN: symbolic argv
// OMEN: verdict offset MOVE USE class k-witness-harmless
// OMEN: multi offset MOVE USE class spec-violated consequence overflow
// OMEN: reveal args -2
// OMEN: input -8 <= atoi(args[0]) < 0
#include "../../corpus/corpus.h"
volatile int offset;
static int n;
static char *table;
void *mover(void *p) {
  offset = 8; // @MOVE
  return p;
}
void *user(void *p) {
  int at = offset; // @USE
  table = calloc(16, 1);
  if (n < -8 || n > 7) n = 0;
  table[at + n] = 1;
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 0;
  both(mover, user);
  free(table);
  return 0;
}

// With -d both threads take what is there only once: it goes wrong whoever comes first.
// OMEN: args -e
// OMEN: symbolic argv
// OMEN: verdict turn ONE TWO class k-witness-harmless
// OMEN: multi turn ONE TWO class k-witness-harmless
// OMEN: reveal args -d
#include "../../corpus/corpus.h"
volatile int turn;
static int twice;
void *one(void *p) {
  turn = 1; // @ONE
  return p;
}
void *two(void *p) {
  turn = 2; // @TWO
  return p;
}
int main(int argc, char **argv) {
  twice = argc > 1 && !strcmp(argv[1], "-d");
  char *thing = malloc(4);
  both(one, two);
  free(thing);
  if (twice) free(thing);
  return 0;
}

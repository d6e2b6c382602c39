// An argument of more than eight letters is cut, once the other thread has said where.
// OMEN: args short
// OMEN: symbolic argv
// OMEN: verdict room SHRINK ASK class k-witness-harmless
// OMEN: multi room SHRINK ASK class spec-violated consequence overflow
// OMEN: reveal args longer-than-8
// OMEN: input len(args[0]) > 8
#include "../../corpus/corpus.h"
volatile unsigned room = 32;
static const char *name;
static char *copy;
void *copier(void *p) {
  unsigned n = room; // @ASK
  copy = malloc(8);
  for (unsigned i = 0; name[i] && i < n; i++) copy[i] = name[i];
  return p;
}
void *setter(void *p) {
  room = 8; // @SHRINK
  return p;
}
int main(int argc, char **argv) {
  name = argc > 1 ? argv[1] : "";
  both(setter, copier);
  free(copy);
  return 0;
}

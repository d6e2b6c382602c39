// A longer argument overflows the buffer, before the race and whatever comes of it.
// OMEN: args abc
// OMEN: symbolic argv
// OMEN: verdict mark SET LOOK class k-witness-harmless
// OMEN: multi mark SET LOOK class k-witness-harmless
// OMEN: reveal args abcdefghij
#include "../../corpus/corpus.h"
volatile int mark;
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
  char *copy = malloc(8);
  const char *from = argc > 1 ? argv[1] : "";
  for (int i = 0; from[i]; i++) copy[i] = from[i];
  both(setter, looker);
  free(copy);
  return 0;
}

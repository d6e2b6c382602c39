// Some numbers make the first thread go round for ever, with or without the second.
// OMEN: args 2
// OMEN: symbolic argv
// OMEN: verdict mark SET LOOK class k-witness-harmless
// OMEN: multi mark SET LOOK class k-witness-harmless
#include "../../corpus/corpus.h"
volatile int mark, place;
static int n;
void *setter(void *p) {
  mark = 1; // @SET
  return p;
}
void *looker(void *p) {
  int now = mark; // @LOOK
  (void)now;
  while (n == 6) place = 0;
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 0;
  both(setter, looker);
  return 0;
}

// With any other argument there is only one thread, and no race.
// OMEN: args both
// OMEN: symbolic argv
// OMEN: verdict seen SET LOOK class k-witness-harmless
// OMEN: multi seen SET LOOK class k-witness-harmless
// OMEN: reveal args alone
// OMEN: reveals none
#include "../../corpus/corpus.h"
volatile int seen;
void *setter(void *p) {
  seen = 1; // @SET
  return p;
}
void *looker(void *p) {
  int now = seen; // @LOOK
  (void)now;
  return p;
}
int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "both")) {
    both(setter, looker);
  } else {
    setter(NULL);
    looker(NULL);
    printf("%d\n", seen);
  }
  return 0;
}

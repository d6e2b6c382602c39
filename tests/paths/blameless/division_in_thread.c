// Zero is divided by in either order; what races is only a hint.
// OMEN: args 4
// OMEN: symbolic argv
// OMEN: verdict hint SET LOOK class k-witness-harmless
// OMEN: multi hint SET LOOK class k-witness-harmless
// OMEN: reveal args 0
#include "../../corpus/corpus.h"
volatile int hint;
static int n;
void *setter(void *p) {
  hint = 1; // @SET
  return p;
}
void *divider(void *p) {
  int now = hint; // @LOOK
  (void)now;
  printf("%d\n", 12 / n);
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 1;
  both(setter, divider);
  return 0;
}

// The argument says which of two variables the second thread looks at: the other one nobody writes.
// OMEN: args left
// OMEN: symbolic argv
// OMEN: verdict left SET LOOK class k-witness-harmless
// OMEN: multi left SET LOOK class k-witness-harmless
// OMEN: reveal args right
// OMEN: reveals none
#include "../../corpus/corpus.h"
volatile int left, right = 5;
static int at_right;
void *setter(void *p) {
  left = 1; // @SET
  return p;
}
void *looker(void *p) {
  if (at_right) {
    printf("%d\n", right);
  } else {
    int now = left; // @LOOK
    (void)now;
  }
  return p;
}
int main(int argc, char **argv) {
  at_right = argc > 1 && !strcmp(argv[1], "right");
  both(setter, looker);
  return 0;
}

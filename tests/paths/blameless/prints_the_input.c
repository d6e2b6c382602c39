// What is printed is the input; that outputs differ between inputs is no race's doing.
// OMEN: stdin one\n
// OMEN: symbolic stdin
// OMEN: verdict mark SET LOOK class k-witness-harmless
// OMEN: multi mark SET LOOK class k-witness-harmless covers path
// OMEN: reveal stdin two\n
#include "../../corpus/corpus.h"
volatile int mark;
static char line[32];
void *setter(void *p) {
  mark = 1; // @SET
  return p;
}
void *looker(void *p) {
  int now = mark; // @LOOK
  (void)now;
  fputs(line, stdout);
  return p;
}
int main(void) {
  if (!fgets(line, sizeof line, stdin)) return 2;
  both(setter, looker);
  return 0;
}

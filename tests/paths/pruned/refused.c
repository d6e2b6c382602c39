// A line without a colon is refused before any thread is there; one with it does the same whatever is in it.
// OMEN: stdin a:b\n
// OMEN: symbolic stdin
// OMEN: verdict mark SET LOOK class k-witness-harmless
// OMEN: multi mark SET LOOK class k-witness-harmless
// OMEN: reveal stdin ab\n
// OMEN: reveals none
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
int main(void) {
  char line[32];
  if (!fgets(line, sizeof line, stdin)) return 2;
  if (!strchr(line, ':')) {
    fputs("no colon\n", stderr);
    return 3;
  }
  both(setter, looker);
  puts("fine");
  return 0;
}

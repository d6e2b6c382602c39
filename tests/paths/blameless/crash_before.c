// 13 crashes before any thread is there: nobody's race.
// OMEN: args 4
// OMEN: symbolic argv
// OMEN: verdict mark SET LOOK class k-witness-harmless
// OMEN: multi mark SET LOOK class k-witness-harmless
// OMEN: reveal args 13
// OMEN: reveals none
#include "../../corpus/corpus.h"
volatile int mark;
int value = 1;
int *volatile pointer = &value;
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
  int n = argc > 1 ? atoi(argv[1]) : 0;
  if (n == 13) pointer = NULL;
  *pointer = 2;
  both(setter, looker);
  return 0;
}

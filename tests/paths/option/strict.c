// With --strict a warning decides the exit status.
// OMEN: args --plain
// OMEN: symbolic argv
// OMEN: verdict warned WARN LOOK class k-witness-harmless
// OMEN: multi warned WARN LOOK class output-differs consequence output
// OMEN: reveal args --strict
// OMEN: input args == ["--strict"]
#include "../../corpus/corpus.h"
volatile int warned;
static int strict, status;
void *warner(void *p) {
  warned = 1; // @WARN
  return p;
}
void *judge(void *p) {
  int bad = warned; // @LOOK
  if (strict && bad) status = 1;
  return p;
}
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "--strict")) strict = 1;
  both(warner, judge);
  return status;
}

// What was seen of the other thread's progress is told only with -v.
// OMEN: args -q
// OMEN: symbolic argv
// OMEN: verdict progress DO SEE class k-witness-harmless
// OMEN: multi progress DO SEE class output-differs consequence output
// OMEN: reveal args -v
// OMEN: input "v" in args[0]
#include "../../corpus/corpus.h"
volatile int progress;
static int verbose, quiet;
void *work(void *p) {
  progress = 1; // @DO
  return p;
}
void *report(void *p) {
  int seen = progress; // @SEE
  if (verbose) printf("progress %d\n", seen);
  return p;
}
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] != '-') continue;
    for (const char *o = argv[i] + 1; *o; o++) {
      switch (*o) {
      case 'q': quiet = 1; break;
      case 'v': verbose = 1; break;
      default: return 2;
      }
    }
  }
  both(work, report);
  if (!quiet) puts("done");
  return 0;
}

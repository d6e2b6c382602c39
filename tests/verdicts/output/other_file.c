// The race decides into which file something is written.
// OMEN: verdict verbose A B class output-differs consequence output
#include "../../corpus/corpus.h"
int verbose;
void *setter(void *p) {
  verbose = 1; // @A
  return p;
}
void *logger(void *p) {
  FILE *f = fopen(verbose ? "verbose.log" : "brief.log", "w"); // @B
  MUST(f);
  fputs("logged\n", f);
  fclose(f);
  return p;
}
int main(void) {
  both(setter, logger);
  return 0;
}

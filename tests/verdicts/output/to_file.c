// What differs is written to a file.
// OMEN: verdict x A B class output-differs consequence output
#include "../../corpus/corpus.h"
int x;
void *one(void *p) {
  x = 1; // @A
  return p;
}
void *two(void *p) {
  x = 2; // @B
  return p;
}
int main(void) {
  FILE *f = tmpfile();
  MUST(f);
  both(one, two);
  fprintf(f, "%d\n", x);
  return fclose(f) != 0;
}

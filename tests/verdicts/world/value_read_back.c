// The value raced on goes through a file: written, closed, opened, read. One of the values is fatal.
// OMEN: verdict x A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <unistd.h>
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
  both(one, two);
  FILE *f = fopen("value.tmp", "w");
  MUST(f);
  fprintf(f, "%d\n", x);
  fclose(f);
  int back = 0;
  MUST((f = fopen("value.tmp", "r")));
  MUST(fscanf(f, "%d", &back) == 1);
  fclose(f);
  unlink("value.tmp");
  if (back == 1) abort();
  return 0;
}

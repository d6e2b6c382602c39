// A line is walked by the other thread's step; short ones are not walked at all.
// OMEN: stdin ab\n
// OMEN: symbolic stdin
// OMEN: verdict step SET USE class k-witness-harmless
// OMEN: multi step SET USE class spec-violated consequence infinite-loop
// OMEN: reveal stdin abcdef\n
// OMEN: input len(stdin.split(b"\n")[0]) > 4
#include "../../corpus/corpus.h"
volatile size_t step, place;
static size_t length;
void *setter(void *p) {
  step = 1; // @SET
  return p;
}
void *walker(void *p) {
  size_t by = step; // @USE
  if (length > 4)
    for (place = 0; place < length;) place += by;
  return p;
}
int main(void) {
  char line[80];
  if (!fgets(line, sizeof line, stdin)) return 2;
  length = strcspn(line, "\n");
  both(setter, walker);
  return 0;
}

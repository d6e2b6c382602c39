// The race decides whether a file is deleted; nothing is written.
// OMEN: verdict keep A B class output-differs consequence output
#include "../../corpus/corpus.h"
#include <unistd.h>
int keep = 1;
void *setter(void *p) {
  keep = 0; // @A
  return p;
}
void *cleaner(void *p) {
  if (!keep) unlink("temporary"); // @B
  return p;
}
int main(void) {
  both(setter, cleaner);
  return 0;
}

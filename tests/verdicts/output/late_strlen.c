// A length is looked for before it is told what was read.
// OMEN: verdict line A B class output-differs consequence output
#include "../../corpus/corpus.h"
#include <string.h>
char line[8] = "before";
size_t length;
void *reads(void *p) {
  length = strlen(line); // @A
  return p;
}
void *writes(void *p) {
  line[3] = 0; // @B
  return p;
}
int main(void) {
  both(reads, writes);
  printf("%zu\n", length);
  return 0;
}

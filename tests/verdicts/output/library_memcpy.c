// A copy is told as a read and as a write, and made afterwards.
// OMEN: verdict line A B class output-differs consequence output
#include "../../corpus/corpus.h"
#include <string.h>
char line[8] = "before\n";
char copy[8];
void *reads(void *p) {
  memcpy(copy, line, sizeof copy); // @A
  return p;
}
void *writes(void *p) {
  line[0] = 'B'; // @B
  return p;
}
int main(void) {
  both(reads, writes);
  fputs(copy, stdout);
  return 0;
}

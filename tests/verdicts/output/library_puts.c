// The same by the standard library, which locks its file between being told and reading.
// OMEN: verdict line A B class output-differs consequence output
#include "../../corpus/corpus.h"
char line[8] = "before\n";
void *reads(void *p) {
  fputs(line, stdout); // @A
  return p;
}
void *writes(void *p) {
  line[0] = 'B'; // @B
  return p;
}
int main(void) {
  both(reads, writes);
  return 0;
}

// A string that is made by sprintf: its length is known when it is there. The third of a loop is read by another thread.
// OMEN: verdict line A B class output-differs consequence output
#include "../../corpus/corpus.h"
char line[4][8] = {"old0\n", "old1\n", "old2\n", "old3\n"};
char got;
void *makes(void *p) {
  for (int i = 0; i < 4; i++) sprintf(line[i], "%d\n", 12 + i); // @A
  return p;
}
void *reads(void *p) {
  got = line[2][0]; // @B
  return p;
}
int main(void) {
  both(makes, reads);
  printf("%c\n", got);
  return 0;
}

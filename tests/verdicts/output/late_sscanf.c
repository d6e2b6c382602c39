// What is scanned is stored before anybody is told.
// OMEN: verdict number A B class output-differs consequence output
#include "../../corpus/corpus.h"
int number;
void *scans(void *p) {
  if (sscanf("17 apples", "%d", &number) != 1) return NULL; // @A
  return p;
}
void *writes(void *p) {
  number = 4; // @B
  return p;
}
int main(void) {
  both(scans, writes);
  printf("%d\n", number);
  return 0;
}

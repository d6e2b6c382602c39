// One race crashes, another one changes what is printed, a third does nothing.
// OMEN: verdict box A B class spec-violated consequence crash
// OMEN: verdict level C D class output-differs consequence output
// OMEN: verdict hits E F class k-witness-harmless
#include "../../corpus/corpus.h"
int value = 7, level = 1, hits;
int *box;
void *first(void *p) {
  hits++;       // @E
  level = 2;    // @C
  box = &value; // @A
  return p;
}
void *second(void *p) {
  hits++; // @F
  printf("level %d\n", level); // @D
  fflush(stdout);
  printf("%d\n", *box); // @B
  return p;
}
int main(void) {
  both(first, second);
  return 0;
}

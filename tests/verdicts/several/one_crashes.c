// Three races: only the pointer's is to blame.
// OMEN: verdict box A B class spec-violated consequence crash
// OMEN: verdict hits C F class k-witness-harmless
// OMEN: verdict mode D E class k-witness-harmless
#include "../../corpus/corpus.h"
int value = 7, hits, mode;
int *box;
void *publisher(void *p) {
  hits++;       // @C
  mode = 1;     // @D
  box = &value; // @A
  return p;
}
void *user(void *p) {
  hits++;   // @F
  mode = 1; // @E
  printf("%d\n", *box); // @B
  return p;
}
int main(void) {
  both(publisher, user);
  return 0;
}

// The guilty race comes first; what comes after it is reached only if it went well.
// OMEN: verdict box A B class spec-violated consequence crash
// OMEN: verdict hits C D class k-witness-harmless
#include "../../corpus/corpus.h"
int value = 7, hits, got;
int *box;
void *publisher(void *p) {
  box = &value; // @A
  hits++;       // @C
  return p;
}
void *user(void *p) {
  got = *box; // @B
  hits++;     // @D
  return p;
}
int main(void) {
  both(publisher, user);
  printf("%d\n", got);
  return 0;
}

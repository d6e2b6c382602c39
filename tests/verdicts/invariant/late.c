// Four elements, of which the last alone comes out of its bounds.
// OMEN: options --invariant 'level < 4'
// OMEN: verdict next GET SET class spec-violated consequence invariant
#include "../../corpus/corpus.h"
volatile int next[4];
int level;
void *getter(void *p) {
  for (int i = 0; i < 4; i++) level = next[i]; // @GET
  return p;
}
void *setter(void *p) {
  for (int i = 0; i < 4; i++) next[i] = i == 3 ? 4 : 1; // @SET
  return p;
}
int main(void) {
  both(getter, setter);
  return 0;
}

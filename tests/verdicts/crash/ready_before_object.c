// The flag is raised before the object is there.
// OMEN: verdict ready RAISE ASK class spec-violated consequence crash
// OMEN: verdict object SET USE class spec-violated consequence crash
#include "../../corpus/corpus.h"
struct thing {
  int x;
} it = {3};
volatile int ready;
struct thing *volatile object;
int got;
void *maker(void *p) {
  ready = 1;    // @RAISE
  object = &it; // @SET
  return p;
}
void *taker(void *p) {
  if (ready)         // @ASK
    got = object->x; // @USE
  return p;
}
int main(void) {
  both(maker, taker);
  return 0;
}

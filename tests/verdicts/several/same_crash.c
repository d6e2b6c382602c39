// Two races lead to the same crash at the same place, a third does nothing.
// OMEN: verdict box ASK FIRST class spec-violated consequence crash
// OMEN: verdict box USE FIRST class spec-violated consequence crash
// OMEN: verdict box ASK OTHER class spec-violated consequence crash
// OMEN: verdict box USE OTHER class spec-violated consequence crash
// OMEN: verdict box FIRST OTHER class k-witness-harmless
// OMEN: verdict hits A B class k-witness-harmless
// OMEN: verdict hits A C class k-witness-harmless
// OMEN: verdict hits B C class k-witness-harmless
#include "../../corpus/corpus.h"
int value = 7, hits, got;
int *volatile box = &value;
void *user(void *p) {
  hits++;       // @A
  if (box)      // @ASK
    got = *box; // @USE
  return p;
}
void *first(void *p) {
  hits++;     // @B
  box = NULL; // @FIRST
  return p;
}
void *other(void *p) {
  hits++;     // @C
  box = NULL; // @OTHER
  return p;
}
int main(void) {
  pthread_t a = start(user, NULL), b = start(first, NULL), c = start(other, NULL);
  finish(a);
  finish(b);
  finish(c);
  return 0;
}

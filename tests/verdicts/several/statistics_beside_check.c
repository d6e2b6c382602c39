// A crash that the statistics' races have nothing to do with, whatever their order.
// OMEN: verdict box CHECK CLEAR class spec-violated consequence crash
// OMEN: verdict box USE CLEAR class spec-violated consequence crash
// OMEN: verdict calls A B class k-witness-harmless
#include "../../corpus/corpus.h"
int value = 7, calls, sum;
int *volatile box = &value;
void *user(void *p) {
  calls++;       // @A
  if (box)       // @CHECK
    sum += *box; // @USE
  return p;
}
void *clearer(void *p) {
  calls++;    // @B
  box = NULL; // @CLEAR
  return p;
}
int main(void) {
  both(user, clearer);
  return 0;
}

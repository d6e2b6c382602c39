// One look.
// OMEN: no-incident
// OMEN: verdict box USER CLEARER class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, *volatile box = &value;
volatile int got;
void *user(void *arg) {
  int *mine = box; // @USER
  if (mine) got = *mine;
  return arg;
}
void *clearer(void *arg) {
  box = NULL; // @CLEARER
  return arg;
}
int main(void) {
  both(user, clearer);
  return 0;
}

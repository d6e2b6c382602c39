// One race decides which half is used, and both are fine; the other takes both away.
// OMEN: incident use-after-free USE cause race * USE FREE
// OMEN: verdict * USE FREE class spec-violated consequence use-after-free
// OMEN: verdict hurry ASK SET class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int hurry = 1;
volatile char *block;
void *user(void *arg) {
  int place = hurry ? 0 : 1; // @ASK
  block[place] = 1;          // @USE
  return arg;
}
void *owner(void *arg) {
  hurry = 0;           // @SET
  free((void *)block); // @FREE
  return arg;
}
int main(void) {
  block = malloc(16);
  both(user, owner);
  return 0;
}

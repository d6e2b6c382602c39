// The block is freed when both are done.
// OMEN: no-incident
// OMEN: verdict hurry ASK SET class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int hurry = 1;
volatile char *block;
void *user(void *arg) {
  int place = hurry ? 0 : 1; // @ASK
  block[place] = 1;
  return arg;
}
void *owner(void *arg) {
  hurry = 0; // @SET
  return arg;
}
int main(void) {
  block = malloc(16);
  both(user, owner);
  free((void *)block);
  return 0;
}

// Closing is noted for nobody, and the block stays.
// OMEN: no-incident
// OMEN: verdict open_ ASK CLOSE class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
volatile int open_ = 1, seen;
volatile char *block;
void *user(void *arg) {
  seen = open_; // @ASK
  block[0] = 1;
  return arg;
}
void *closer(void *arg) {
  open_ = 0; // @CLOSE
  return arg;
}
int main(void) {
  block = malloc(8);
  both(user, closer);
  free((void *)block);
  return 0;
}

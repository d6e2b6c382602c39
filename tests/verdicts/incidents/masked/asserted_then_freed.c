// A late user stops at the assertion. One that has passed it reads what is freed.
// OMEN: incident assertion ASK cause race open_ ASK CLOSE
// OMEN: incident use-after-free USE cause race * USE FREE
// OMEN: verdict open_ ASK CLOSE class spec-violated consequence assertion
// OMEN: verdict * USE FREE class spec-violated consequence use-after-free
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int open_ = 1;
volatile char *block;
void *user(void *arg) {
  assert(open_); // @ASK
  block[0] = 1;  // @USE
  return arg;
}
void *closer(void *arg) {
  open_ = 0;           // @CLOSE
  free((void *)block); // @FREE
  return arg;
}
int main(void) {
  block = malloc(8);
  both(user, closer);
  return 0;
}

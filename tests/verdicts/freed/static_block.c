// A default that was never allocated is given back when the flag comes too late.
// OMEN: verdict own ASK SET class spec-violated consequence invalid-free
#include "../../corpus/corpus.h"
static char fallback[16];
char *name = fallback;
volatile int own;
void *setter(void *p) {
  own = 0; // @SET
  return p;
}
void *owner(void *p) {
  if (own) free(name); // @ASK
  return p;
}
int main(void) {
  own = 1;
  both(setter, owner);
  return 0;
}

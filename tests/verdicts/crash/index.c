// An index that a closing thread sets far outside of the table.
// OMEN: verdict at A B class spec-violated consequence crash
#include "../../corpus/corpus.h"
long table[4] = {1, 2, 3, 4};
long at = 2, got;
void *reader(void *p) {
  got = table[at]; // @A
  return p;
}
void *closer(void *p) {
  at = 1l << 40; // @B
  return p;
}
int main(void) {
  both(reader, closer);
  return 0;
}

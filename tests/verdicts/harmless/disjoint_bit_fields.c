// The same with bit-fields, which are read and written together.
// OMEN: verdict state A B class k-witness-harmless
#include "../../corpus/corpus.h"
struct {
  unsigned open : 1, dirty : 1, mode : 6;
} state = {1, 0, 9};
void *setter(void *p) {
  state.dirty = 1; // @A
  return p;
}
void *looker(void *p) {
  printf("mode %u\n", state.mode); // @B
  return p;
}
int main(void) {
  both(setter, looker);
  return 0;
}

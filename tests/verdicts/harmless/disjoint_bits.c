// One thread sets one bit, the other looks at another.
// OMEN: verdict flags A B class k-witness-harmless
#include "../../corpus/corpus.h"
unsigned flags = 1;
void *setter(void *p) {
  flags |= 4; // @A
  return p;
}
void *looker(void *p) {
  printf("%s\n", flags & 1 ? "on" : "off"); // @B
  return p;
}
int main(void) {
  both(setter, looker);
  return 0;
}

// Any value of the hint will do: it only says where the search begins.
// OMEN: verdict hint A B class k-witness-harmless
#include "../../corpus/corpus.h"
int hint, table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
void *mover(void *p) {
  hint = 6; // @A
  return p;
}
void *searcher(void *p) {
  int at = hint; // @B
  while (table[at % 8] != 9) at++;
  printf("found at %d\n", at % 8);
  return p;
}
int main(void) {
  both(mover, searcher);
  return 0;
}

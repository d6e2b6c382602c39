// The flag only saves work: without it the work is done again, with the same result.
// OMEN: verdict sorted A B class k-witness-harmless
#include "../../corpus/corpus.h"
int sorted, table[3] = {1, 2, 3};
void *announcer(void *p) {
  sorted = 1; // @A
  return p;
}
void *user(void *p) {
  int mine[3];
  memcpy(mine, table, sizeof mine);
  if (!sorted && mine[0] > mine[1]) mine[0] = mine[1]; // @B
  printf("%d\n", mine[0]);
  return p;
}
int main(void) {
  both(announcer, user);
  return 0;
}

// Bits of one word set by two threads: disjoint bits, but each write is of the whole word.
// OMEN: verdict flags A B class output-differs consequence output
#include "../../corpus/corpus.h"
unsigned flags;
void *one(void *p) {
  flags |= 1; // @A
  return p;
}
void *two(void *p) {
  flags |= 2; // @B
  return p;
}
int main(void) {
  both(one, two);
  printf("%u\n", flags);
  return 0;
}

// The letter, or the letter with one bit cleared: the same for capitals.
// OMEN: stdin Q
// OMEN: symbolic stdin
// OMEN: verdict letter AS_IS CLEARED class k-witness-harmless
// OMEN: multi letter AS_IS CLEARED class output-differs consequence output
// OMEN: reveal stdin q
// OMEN: input stdin[0] & 0x20
#include "../../corpus/corpus.h"
volatile unsigned char letter;
static unsigned char read_one;
void *as_is(void *p) {
  letter = read_one; // @AS_IS
  return p;
}
void *cleared(void *p) {
  letter = read_one & 0xdf; // @CLEARED
  return p;
}
int main(void) {
  if (fread(&read_one, 1, 1, stdin) != 1) return 2;
  both(as_is, cleared);
  putchar(letter);
  return 0;
}

// Records of type, length and bytes. One of type 7 is given back by both threads.
// OMEN: stdin \x01\x02ab\x02\x01c
// OMEN: symbolic stdin
// OMEN: verdict returned RETURN LOOK class k-witness-harmless
// OMEN: multi returned RETURN LOOK class spec-violated consequence double-free
// OMEN: reveal stdin \x01\x02ab\x07\x01c
// OMEN: input 7 in types(stdin)
#include "../../corpus/corpus.h"
volatile int returned;
static char *loan;
NOINLINE static void *give_back(void *p) {
  if (!returned) { // @LOOK
    returned = 1;  // @RETURN
    if (loan) free(loan);
  }
  return p;
}
int main(void) {
  unsigned char data[32];
  size_t n = fread(data, 1, sizeof data, stdin);
  for (size_t at = 0; at + 2 <= n; at += 2 + data[at + 1])
    if (data[at] == 7 && !loan) loan = malloc(8);
  both(give_back, give_back);
  return 0;
}

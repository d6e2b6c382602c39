// A shift that the optimiser makes without a branch: the guarded one is fine, the other is not.
// OMEN: defect shift
#include "../defects.h"
NOINLINE unsigned fine(unsigned x, unsigned n) { return n < 32 ? x << n : 0; }
NOINLINE unsigned wrong(unsigned x, unsigned n, int take) {
  unsigned y = x << n; // @BAD
  return take ? y | 1 : 1;
}
int main(void) {
  unsigned n = wrong(4, 31u + (unsigned)bad, !bad);
  printf("%u %u\n", fine(1, 40), n);
  return 0;
}

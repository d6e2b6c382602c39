// In a loop that the compiler makes vector code of.
// OMEN: defect shift
#include "../defects.h"
static unsigned in[64], out[64];
NOINLINE void all(const unsigned *by, int n) {
  for (int i = 0; i < n; i++) out[i] = in[i] << by[i]; // @BAD
}
int main(void) {
  static unsigned by[64];
  for (unsigned i = 0; i < 64; i++) in[i] = 1, by[i] = i % 32;
  if (bad) by[40] = 32;
  all(by, 64);
  printf("%u\n", out[5]);
  return 0;
}

// Two ways to halve a sum: only a sum above what 32 bits hold tells them apart.
// OMEN: stdin \x0a\x00\x00\x00\x14\x00\x00\x00
// OMEN: symbolic stdin
// OMEN: verdict mean ONE TWO class k-witness-harmless
// OMEN: multi mean ONE TWO class output-differs consequence output
// OMEN: reveal stdin \xff\xff\xff\x7f\x01\x00\x00\x00
// OMEN: input not -2**31 <= sum(int.from_bytes(stdin[i:i + 4], "little", signed=True) for i in (0, 4)) < 2**31
#include "../../corpus/corpus.h"
volatile int32_t mean;
static int32_t a, b;
void *one(void *p) {
  mean = (int32_t)((uint32_t)a + (uint32_t)b) / 2; // @ONE
  return p;
}
void *two(void *p) {
  mean = (int32_t)(((int64_t)a + b) / 2); // @TWO
  return p;
}
int main(void) {
  int32_t both_of_them[2];
  if (fread(both_of_them, sizeof both_of_them, 1, stdin) != 1) return 2;
  a = both_of_them[0];
  b = both_of_them[1];
  both(one, two);
  printf("%d\n", mean);
  return 0;
}

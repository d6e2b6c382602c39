// Two ways to halve a sum: only a sum above what 32 bits hold tells them apart.
// OMEN: args 10 20
// OMEN: symbolic argv
// OMEN: verdict mean ONE TWO class k-witness-harmless
// OMEN: multi mean ONE TWO class output-differs consequence output
// OMEN: reveal args 2000000000 2147483646
// OMEN: input number(args[0]) % 2 == number(args[1]) % 2 and (number(args[0]) + number(args[1]) >= 1 << 31 or number(args[0]) < 0 or number(args[1]) < 0)
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
int main(int argc, char **argv) {
  if (argc != 3) return 2;
  a = atoi(argv[1]);
  b = atoi(argv[2]);
  both(one, two);
  printf("%d\n", mean);
  return 0;
}

// A remainder of 0.
// OMEN: defect division
// OMEN: end signal 8
#include "../defects.h"
static volatile unsigned long buckets;
int main(void) {
  buckets = bad ? 0 : 7;
  printf("%lu\n", 17 % buckets); // @BAD
  return 0;
}

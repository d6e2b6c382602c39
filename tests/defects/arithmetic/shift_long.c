// A shift of 64 bits by 64.
// OMEN: defect shift
#include "../defects.h"
static volatile int width;
static volatile uint64_t mask;
int main(void) {
  width = 63 + bad;
  mask = ~0ull >> width; // @BAD
  puts("done");
  return 0;
}

// A shift of 64 bits by 64.
// OMEN: defect shift
#include "../defects.h"
static volatile int width;
int main(void) {
  width = 63 + bad;
  uint64_t v = ~0ull >> width; // @BAD
  printf("%d\n", v != 7);
  return 0;
}

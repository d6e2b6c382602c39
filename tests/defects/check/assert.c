// assert of the C library.
// OMEN: defect assertion
// OMEN: end signal 6
#include "../defects.h"
#undef NDEBUG
#include <assert.h>
int main(void) {
  int n = 3 + bad;
  assert(n == 3); // @BAD
  puts("done");
  return 0;
}

// malloc(0) gives a pointer to nothing.
// OMEN: defect out-of-bounds write heap
// OMEN: asan-blind a block of 0 bytes is one of 1 there
#include "../defects.h"
int main(void) {
  volatile char *p = malloc((size_t)!bad);
  *p = 'x'; // @BAD
  puts("written");
  free((void *)p);
  return 0;
}

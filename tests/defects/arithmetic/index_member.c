// An index that stays within the struct, but not within the array that is its member.
// OMEN: defect out-of-bounds
// OMEN: asan-blind it looks at whole objects only
#include "../defects.h"
static struct {
  int slots[4];
  int used;
} ring;
NOINLINE void put(int at, int v) {
  ring.slots[at] = v; // @BAD
}
int main(void) {
  put(3 + bad, 1);
  printf("%d\n", ring.slots[0]);
  return 0;
}

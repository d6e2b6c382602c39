// An array that is the last member of a global struct.
// OMEN: defect out-of-bounds write global
#include "../defects.h"
struct {
  int n;
  int slots[6];
} pool;
NOINLINE void add(int v) {
  pool.slots[pool.n++] = v; // @BAD
}
int main(void) {
  for (int i = 0; i < 6 + bad; i++) add(i);
  printf("%d\n", pool.slots[5]);
  return 0;
}

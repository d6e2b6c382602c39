// A constructor forgets a pointer.
// OMEN: defect uninitialised
// OMEN: end signal 11
// OMEN: asan-blind it does not look for uninitialised memory
#include "../defects.h"
struct view {
  int *data;
  int n;
  NOINLINE view(int *d, int size) : n(size) {
    if (!bad) data = d;
  }
  NOINLINE int first() const { return *data; } // @BAD
};
int main() {
  int numbers[3] = {1, 2, 3};
  view *v = new view(numbers, 3);
  printf("%d\n", v->first());
  delete v;
  return 0;
}

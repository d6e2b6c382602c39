// A member function of an object that was deleted.
// OMEN: defect use-after-free read heap
#include "../defects.h"
struct counter {
  int n = 3;
  NOINLINE int get() const { return n; } // @BAD
};
int main() {
  counter *c = new counter;
  if (bad) delete c;
  printf("%d\n", c->get() == 3 || bad);
  if (!bad) delete c;
  return 0;
}

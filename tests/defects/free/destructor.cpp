// A destructor that looks at a member which its owner has deleted already.
// OMEN: defect use-after-free read heap
#include "../defects.h"
struct part {
  int n = 1;
};
struct whole {
  part *p = new part;
  ~whole() {
    printf("%d\n", p->n == 1 || bad); // @BAD
    if (!bad) delete p;
  }
};
int main() {
  whole w;
  if (bad) delete w.p;
  return 0;
}

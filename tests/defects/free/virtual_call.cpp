// A virtual function of an object that was deleted: the read of its table is the use.
// OMEN: defect use-after-free read heap
#include "../defects.h"
struct base {
  virtual ~base() = default;
  virtual int get() const = 0;
};
struct one : base {
  int get() const override { return 1; }
};
static base *volatile b;
int main() {
  b = new one;
  if (bad) operator delete(b);
  printf("%d\n", b->get()); // @BAD
  if (!bad) delete b;
  return 0;
}

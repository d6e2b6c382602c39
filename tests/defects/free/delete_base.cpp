// A derived object is deleted as one of its base, whose destructor is not virtual: the size is another.
// OMEN: defect mismatched-free
#include "../defects.h"
struct Base {
  int a = 1;
  ~Base() { a = 0; }
};
struct Derived : Base {
  long more[6] = {2};
};
NOINLINE void drop(Base *b) { delete b; } // @BAD
int main() {
  Derived *d = new Derived;
  if (bad)
    drop(d);
  else
    delete d;
  puts("dropped");
}

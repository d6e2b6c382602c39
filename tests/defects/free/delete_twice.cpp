// An object is deleted twice: two owners.
// OMEN: defect double-free
#include "../defects.h"
struct owner {
  int *p;
  NOINLINE void drop() { delete p; } // @BAD
};
int main() {
  int *one = new int(1), *two = new int(2);
  owner a{one}, b{bad ? one : two};
  a.drop();
  b.drop();
  puts("done");
  return 0;
}

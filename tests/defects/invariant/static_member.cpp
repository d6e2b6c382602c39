// A static member of a class.
// OMEN: defect invariant write
// OMEN: options --invariant 'live >= 0'
#include "../defects.h"
int live;
struct object {
  object() { live++; }
  NOINLINE ~object() { live--; } // @BAD
};
int main() {
  {
    object a;
    if (bad) a.~object();
  }
  live = 0;
  puts("done");
  return 0;
}

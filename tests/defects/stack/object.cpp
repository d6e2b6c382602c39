// A local object is taken for one of a larger class.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
struct point {
  int x = 0, y = 0;
};
struct point3 : point {
  int z = 0;
};
NOINLINE void raise(point *p) {
  static_cast<point3 *>(p)->z = 5; // @BAD
}
int main() {
  point p;
  point3 q;
  raise(bad ? &p : &q);
  printf("%d\n", p.x + q.y);
  return 0;
}

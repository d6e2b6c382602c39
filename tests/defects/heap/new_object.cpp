// An object is taken for one of a derived class, which is larger.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
struct shape {
  long kind = 1;
  virtual ~shape() = default;
};
struct circle : shape {
  double radius = 2;
};
int main() {
  shape *s = bad ? new shape : new circle;
  static_cast<circle *>(s)->radius = 4; // @BAD
  printf("%ld\n", s->kind);
  delete s;
  return 0;
}

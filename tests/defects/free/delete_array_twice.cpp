// An array is deleted twice: a copy of an object that owns it.
// OMEN: defect double-free
#include "../defects.h"
struct buffer {
  char *p;
  explicit buffer(char *q) : p(q) {}
  NOINLINE ~buffer() { delete[] p; } // @BAD
};
int main() {
  buffer a(new char[30]);
  buffer b(bad ? a.p : new char[30]);
  puts("done");
  return 0;
}

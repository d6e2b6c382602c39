// An exception that nobody catches.
// OMEN: defect assertion
// OMEN: end signal 6
#include "../defects.h"
#include <stdexcept>
NOINLINE int parse(int n) {
  if (n < 0) throw std::runtime_error("negative"); // @BAD
  return n;
}
int main() {
  printf("%d\n", parse(bad ? -1 : 1));
  return 0;
}

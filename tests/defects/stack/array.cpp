// std::array: data() behind the end.
// OMEN: defect out-of-bounds read stack
#include "../defects.h"
#include <array>
int main() {
  std::array<int, 6> a;
  a.fill(6 + bad);
  const int *p = a.data();
  int v = p[5 + bad]; // @BAD
  printf("%d\n", v == 6 || bad);
  return 0;
}
